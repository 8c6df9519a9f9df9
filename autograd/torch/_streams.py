"""`torch.Stream`, `torch.Event` on the CPU, where all work is done at once."""

from __future__ import annotations

from typing import Any

from autograd.tensor.device import device as device_type

CPU_ONLY = "PyTorch is not linked with support for {} devices"
NO_EVENTS = "cpu backend doesn't support events."


class _CPUObject:
    """Base of streams and events: their device is the CPU."""

    device_type = 0
    device_index = -1

    def __init__(self, device=None):
        type = "cpu" if device is None else device_type(device).type
        if type != "cpu":
            raise RuntimeError(CPU_ONLY.format(type))

    @property
    def device(self) -> Any:
        """The CPU."""
        return device_type("cpu")

    def query(self) -> bool:
        """Return True: all work is done."""
        return True

    def synchronize(self) -> None:
        """Do nothing: all work is done."""


class Stream(_CPUObject):
    """The only stream of the CPU."""

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
        """Raise RuntimeError: the CPU has no events."""
        raise RuntimeError(NO_EVENTS)

    def wait_event(self, event: Any) -> None:
        """Do nothing: all work is done."""

    def wait_stream(self, stream: Any) -> None:
        """Raise RuntimeError: the CPU has no events."""
        raise RuntimeError(NO_EVENTS)


class Event(_CPUObject):
    """An event, which cannot be recorded on the CPU."""

    event_id = 0

    def __init__(self, device=None, *, enable_timing=False, blocking=False, interprocess=False):
        super().__init__(device)
        self.enable_timing = enable_timing

    def __repr__(self):
        return (
            f"torch.Event device_type=cpu, device_index=-1, event_flag={int(self.enable_timing)}, "
            "event_id=0")

    def record(self, stream: Any = None) -> None:
        """Raise RuntimeError: the CPU has no events."""
        raise RuntimeError(NO_EVENTS)

    def wait(self, stream: Any = None) -> None:
        """Do nothing: all work is done."""

    def elapsed_time(self, other: Any) -> float:
        """Raise ValueError: no event was recorded."""
        if not (self.enable_timing and other.enable_timing):
            raise ValueError(
                "Both events must be created with argument 'enable_timing=True'.")
        raise ValueError("Both events must be recorded before calculating elapsed time.")


Stream.__module__ = Event.__module__ = "torch"
