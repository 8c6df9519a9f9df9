"""`torch.profiler`: profilers that measure nothing, so that programs run."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from autograd.runtime.warnings import caution as _caution
from torch.autograd.profiler import profile as _profile, record_function as record_function

__all__ = [
    "ProfilerAction", "ProfilerActivity", "profile", "record_function", "schedule",
    "supported_activities", "tensorboard_trace_handler",
]


class ProfilerActivity(Enum):
    """The device whose activity is profiled."""

    CPU = 0
    CUDA = 2


class ProfilerAction(Enum):
    """The action of a profiler in one step of its schedule."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def supported_activities() -> set:
    """Return the set of the CPU's activity."""
    return {ProfilerActivity.CPU}


def schedule(
        *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0,
        skip_first_wait: int = 0) -> Callable[..., Any]:
    """Return a function from step numbers to ProfilerAction."""
    if wait < 0 or warmup < 0 or active <= 0 or repeat < 0 or skip_first < 0:
        raise AssertionError(
            f"Invalid profiler schedule arguments. Got wait={wait} (need >= 0), "
            f"warmup={warmup} (need >= 0), active={active} (need > 0), repeat={repeat} "
            f"(need >= 0), skip_first={skip_first} (need >= 0)."
        )
    if not warmup:
        _caution("Profiler won't be using warmup, this can skew profiler results")
    length = wait + warmup + active

    def action(step: int) -> ProfilerAction:
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        step = step - skip_first + (wait if skip_first_wait else 0)
        if step < 0 or repeat and step >= repeat * length or step % length < wait:
            return ProfilerAction.NONE
        if step % length < wait + warmup:
            return ProfilerAction.WARMUP
        last = step % length == length - 1
        return ProfilerAction.RECORD_AND_SAVE if last else ProfilerAction.RECORD

    return action


class profile(_profile):
    """A context that would profile ops; it follows its schedule and measures nothing."""

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, **options):
        super().__init__()
        self.activities = set(activities or supported_activities())
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self._scheduled, self._schedule = schedule is not None, schedule

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.stop()

    def start(self) -> None:
        """Start at step 0."""
        self.step_num = 0

    def step(self) -> None:
        """Advance to the next step; call `on_trace_ready` at the end of a recorded phase."""
        self.step_num += 1
        if self._scheduled and self._schedule(self.step_num - 1) is ProfilerAction.RECORD_AND_SAVE:
            self._notify()

    def stop(self) -> None:
        """End the profile; call `on_trace_ready` if it was recording."""
        recording = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)
        if not self._scheduled or self._schedule(self.step_num) in recording:
            self._notify()

    def events(self) -> list:
        """Return the empty list."""
        return []

    def _notify(self) -> None:
        """Call `on_trace_ready`, if there is one."""
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)


def tensorboard_trace_handler(
        dir_name: Any, worker_name: Any = None, use_gzip: bool = False,
        use_python_export: bool = False) -> Any:
    """Return a handler that warns instead of writing a trace."""
    return lambda prof: _caution("Tapescope does not profile: there is no trace to export.")
