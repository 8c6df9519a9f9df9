"""Streams and events, in which other devices order their work; on the CPU nothing ever waits."""

from __future__ import annotations

from typing import Any

from autograd.tensor.device import device as device_type

CPU_ONLY = "PyTorch is not linked with support for {} devices"
NO_EVENTS = "cpu backend doesn't support events."


class _OfTheCPU:
    """What streams and events know of their device."""

    device_type = 0
    device_index = -1

    def __init__(self, device=None):
        kind = "cpu" if device is None else device_type(device).type
        if kind != "cpu":
            raise RuntimeError(CPU_ONLY.format(kind))

    @property
    def device(self) -> Any:
        """Always the CPU."""
        return device_type("cpu")

    def query(self) -> bool:
        """True: nothing is under way."""
        return True

    def synchronize(self) -> None:
        """Nothing: there is nothing to wait for."""


class Stream(_OfTheCPU):
    """The one order of work that the CPU has (follows `torch.Stream`)."""

    stream_id = 0

    def __init__(self, device=None, *, priority=0):
        super().__init__(device)

    def __repr__(self):
        return "torch.Stream device_type=cpu, device_index=-1, stream_id=0"

    def __eq__(self, other):
        return isinstance(other, Stream)

    def __hash__(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def record_event(self, event: Any = None) -> None:
        """torch's error: the CPU has no events."""
        raise RuntimeError(NO_EVENTS)

    def wait_event(self, event: Any) -> None:
        """Nothing: there is nothing to wait for."""

    def wait_stream(self, stream: Any) -> None:
        """torch's error: the CPU has no events."""
        raise RuntimeError(NO_EVENTS)


class Event(_OfTheCPU):
    """A moment in a stream, which on the CPU cannot be recorded (follows `torch.Event`)."""

    event_id = 0

    def __init__(self, device=None, *, enable_timing=False, blocking=False, interprocess=False):
        super().__init__(device)
        self.enable_timing = enable_timing

    def __repr__(self):
        return (
            f"torch.Event device_type=cpu, device_index=-1, event_flag={int(self.enable_timing)}, "
            "event_id=0")

    def record(self, stream: Any = None) -> None:
        """torch's error: the CPU has no events."""
        raise RuntimeError(NO_EVENTS)

    def wait(self, stream: Any = None) -> None:
        """Nothing: there is nothing to wait for."""

    def elapsed_time(self, other: Any) -> float:
        """torch's error: no time was ever taken."""
        if not (self.enable_timing and other.enable_timing):
            raise ValueError(
                "Both events must be created with argument 'enable_timing=True'.")
        raise ValueError("Both events must be recorded before calculating elapsed time.")


Stream.__module__ = Event.__module__ = "torch"
