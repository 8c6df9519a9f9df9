"""`torch.utils.backcompat`: switches for warnings of what changed long ago; torch says none now."""

from dataclasses import dataclass

__all__ = ["broadcast_warning", "keepdim_warning"]


@dataclass
class Warning:
    """A switch that torch still takes and no kernel asks."""

    enabled: bool = False


broadcast_warning, keepdim_warning = Warning(), Warning()
