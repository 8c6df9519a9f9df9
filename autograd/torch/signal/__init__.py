"""`torch.signal`: windows for signal processing."""

from torch.signal import windows  # noqa: F401
