"""`torch.signal`: windows for signals."""

from torch.signal import windows  # noqa: F401
