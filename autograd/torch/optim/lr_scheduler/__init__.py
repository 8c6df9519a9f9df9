"""`torch.optim.lr_scheduler`: schedulers of learning rates."""

from torch.optim.lr_scheduler.combined import ChainedScheduler, SequentialLR
from torch.optim.lr_scheduler.cyclic import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from torch.optim.lr_scheduler.decay import (
    ConstantLR, CosineAnnealingLR, ExponentialLR, LambdaLR, LinearLR, MultiplicativeLR,
    MultiStepLR, PolynomialLR, StepLR,
)
from torch.optim.lr_scheduler.plateau import ReduceLROnPlateau
from torch.optim.lr_scheduler.scheduler import (
    EPOCH_DEPRECATION_WARNING,  # noqa: F401  schedulers of others import it
    LRScheduler,
)

__all__ = [
    "LambdaLR", "MultiplicativeLR", "StepLR", "MultiStepLR", "ConstantLR", "LinearLR",
    "ExponentialLR", "SequentialLR", "CosineAnnealingLR", "ChainedScheduler",
    "ReduceLROnPlateau", "CyclicLR", "CosineAnnealingWarmRestarts", "OneCycleLR", "PolynomialLR",
    "LRScheduler",
]


class _LRScheduler(LRScheduler):
    """Older name of LRScheduler, in torch a class of its own."""


class _enable_get_lr_call:
    """Context in which `get_lr` of a scheduler does not warn."""

    def __init__(self, o):
        self.o = o

    def __enter__(self):
        self.o._get_lr_called_within_step = True
        return self

    def __exit__(self, *error):
        self.o._get_lr_called_within_step = False


for _scheduler in (  # which torch has in one file
    LambdaLR, MultiplicativeLR, StepLR, MultiStepLR, ConstantLR, LinearLR, ExponentialLR,
    SequentialLR, CosineAnnealingLR, ChainedScheduler, ReduceLROnPlateau, CyclicLR,
    CosineAnnealingWarmRestarts, OneCycleLR, PolynomialLR, LRScheduler,
):
    _scheduler.__module__ = __name__
