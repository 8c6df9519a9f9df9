"""`torch.optim.lr_scheduler`: learning rates that change from step to step."""

from torch.optim.lr_scheduler.combined import (
    ChainedScheduler,
    ReduceLROnPlateau,
    SequentialLR,
)
from torch.optim.lr_scheduler.cycles import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from torch.optim.lr_scheduler.decays import (
    ConstantLR,
    CosineAnnealingLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    StepLR,
)
from torch.optim.lr_scheduler.schedule import (
    EPOCH as EPOCH_DEPRECATION_WARNING,  # noqa: F401  others' schedulers warn with it
    LRScheduler,
)

__all__ = [
    "LambdaLR", "MultiplicativeLR", "StepLR", "MultiStepLR", "ConstantLR", "LinearLR",
    "ExponentialLR", "SequentialLR", "CosineAnnealingLR", "ChainedScheduler",
    "ReduceLROnPlateau", "CyclicLR", "CosineAnnealingWarmRestarts", "OneCycleLR", "PolynomialLR",
    "LRScheduler",
]


class _LRScheduler(LRScheduler):
    """The older name, of which torch makes a class of its own."""


class _enable_get_lr_call:
    """While it lasts, `get_lr` of a scheduler may be asked without a warning."""

    def __init__(self, o):
        self.o = o

    def __enter__(self):
        self.o._get_lr_called_within_step = True
        return self

    def __exit__(self, *error):
        self.o._get_lr_called_within_step = False


# torch keeps all of them in one file.
for _name in __all__:
    globals()[_name].__module__ = __name__
