"""`torch.utils.backcompat`: switches of former warnings, without effect."""

from dataclasses import dataclass

__all__ = ["broadcast_warning", "keepdim_warning"]


@dataclass
class Warning:
    """A switch that nothing reads."""

    enabled: bool = False


broadcast_warning, keepdim_warning = Warning(), Warning()
