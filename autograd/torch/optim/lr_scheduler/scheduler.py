"""LRScheduler, the base class of the learning rate schedulers."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import Any
from weakref import ref

from autograd.runtime.warnings import caution
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor
from torch.optim.kernels import as_number
from torch.optim.optimizer import Optimizer

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, where"
    " available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose."
)
SEE_DETAILS = (
    "See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
NO_INITIAL_LR = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with "
    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 "
    "for a fresh training run (not recommended)"
)


class LRScheduler:
    """Base class of schedulers, which set the learning rates of an optimizer at each `step`.

    Subclasses define `get_lr`.
    """

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", clone_tensor(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(NO_INITIAL_LR.format(i))
        self.base_lrs = values_of_groups(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        mark_step_calls(optimizer)
        self._initial_step()

    def _initial_step(self):
        self._step_count = 0
        with self._set_flag("_is_initial"):
            self.step()

    @contextmanager
    def _set_flag(self, name):
        setattr(self, name, True)
        try:
            yield
        finally:
            setattr(self, name, False)

    def state_dict(self) -> dict[str, Any]:
        """Return all attributes except the optimizer."""
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that `state_dict` returned."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list[float]:
        """Return the learning rates that the last step set, one for each group."""
        return self._last_lr

    def get_lr(self) -> None:
        """Compute the learning rates of this step; every subclass defines it."""
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        """Advance to the next epoch, or to `epoch`, and set the learning rates."""
        if self._step_count == 1:
            self._check_call_order()
        self._step_count += 1
        if epoch is not None:
            caution(EPOCH_DEPRECATION_WARNING)
        self._update_lr(epoch)

    def _check_call_order(self):
        if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
            caution(
                "Seems like `optimizer.step()` has been overridden after learning rate scheduler "
                "initialization. Please, make sure to call `optimizer.step()` before "
                f"`lr_scheduler.step()`. {SEE_DETAILS}", depth=2)
        elif not getattr(self.optimizer, "_opt_called", False):
            caution(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0"
                " and later, you should call them in the opposite order: `optimizer.step()` before "
                "`lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the "
                f"first value of the learning rate schedule. {SEE_DETAILS}", depth=2)

    def _update_lr(self, epoch=None):
        with self._set_flag("_get_lr_called_within_step"):
            if epoch is None:
                self.last_epoch += 1
                values = self.get_lr()
            else:
                self.last_epoch = epoch
                values = getattr(self, "_get_closed_form_lr", self.get_lr)()
        set_lrs(self.optimizer, values)
        self._last_lr = values_of_groups(self.optimizer, "lr")

    # -- for `get_lr` of subclasses ------------------------------------------------------------

    def _current_lr(self):
        """Return the current learning rates; warn if the user called `get_lr`."""
        if not self._get_lr_called_within_step:
            caution(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`.")
        return values_of_groups(self.optimizer, "lr")

    def _scale_current_lr(self, factor):
        return [rate * factor for rate in self._current_lr()]

    def _scale_base_lrs(self, factor):
        return [base * factor for base in self.base_lrs]


def check_optimizer(optimizer: Optimizer) -> None:
    """Raise torch's TypeError unless it is an Optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def clone_tensor(value: float) -> float:
    """Return a clone of a Tensor, other values unchanged."""
    return value.clone() if isinstance(value, Tensor) else value


def values_of_groups(optimizer: Optimizer, key: str) -> list:
    """Return the option `key` of all groups."""
    return [clone_tensor(group[key]) for group in optimizer.param_groups]


def set_lr(group: dict[str, Any], value: float) -> None:
    """Set the learning rate of a group; a Tensor is written in place."""
    if isinstance(group["lr"], Tensor):
        overwrite(group["lr"], as_number(value), "fill_")
    else:
        group["lr"] = value


def set_lrs(optimizer: Optimizer, values: list[float]) -> None:
    """Set the learning rates of all groups; ValueError if their number differs."""
    for group, value in zip(optimizer.param_groups, values, strict=True):
        set_lr(group, value)


def value_of_each_group(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """Return one value for each group, from one for all or a list of the right length."""
    groups = optimizer.param_groups
    if not isinstance(value, list | tuple):
        return [clone_tensor(value) for _ in groups]
    if len(value) != len(groups):
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} "
            f"values, param_groups has {len(groups)}."
        )
    return list(map(clone_tensor, value))


def mark_step_calls(optimizer: Optimizer) -> None:
    """Wrap `optimizer.step` so that a call sets `_opt_called`."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    reference, function = ref(optimizer), optimizer.step.__func__

    @wraps(function)
    def step(*args, **kwargs):
        optimizer = reference()
        optimizer._opt_called = True
        return function(optimizer, *args, **kwargs)

    step._wrapped_by_lr_sched = True
    optimizer.step = step
