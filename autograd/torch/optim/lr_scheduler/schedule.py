"""The base of all schedules: which step it is, and who sets the learning rates."""

from __future__ import annotations

from contextlib import contextmanager
from functools import wraps
from typing import Any
from weakref import ref

from autograd.runtime.warnings import caution
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor
from torch.optim.kernels import number
from torch.optim.optimizer import Optimizer

EPOCH = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, where"
    " available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose."
)
HOW = (
    "See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
RESUMING = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with "
    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 "
    "for a fresh training run (not recommended)"
)


class LRScheduler:
    """Sets the learning rate of each group anew at each `step`; subclasses say it in `get_lr`."""

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(RESUMING.format(i))
        self.base_lrs = values_of(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        notice_steps(optimizer)
        self._initial_step()

    def _initial_step(self):
        self._step_count = 0
        with self._flag("_is_initial"):
            self.step()

    @contextmanager
    def _flag(self, name):
        setattr(self, name, True)
        try:
            yield
        finally:
            setattr(self, name, False)

    def state_dict(self) -> dict[str, Any]:
        """Everything but the optimizer."""
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> Any:
        """The learning rates that the last step set, one for each group."""
        return self._last_lr

    def get_lr(self) -> None:
        """The learning rates of this step; every subclass defines it."""
        raise NotImplementedError

    def step(self, epoch: Any = None) -> None:
        """Go to the next step, or to `epoch`, and set the learning rates."""
        if self._step_count == 1:
            self._check_order()
        self._step_count += 1
        if epoch is not None:
            caution(EPOCH)
        self._update_lr(epoch)

    def _check_order(self):
        if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
            caution(
                "Seems like `optimizer.step()` has been overridden after learning rate scheduler "
                "initialization. Please, make sure to call `optimizer.step()` before "
                f"`lr_scheduler.step()`. {HOW}", depth=2)
        elif not getattr(self.optimizer, "_opt_called", False):
            caution(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0"
                " and later, you should call them in the opposite order: `optimizer.step()` before "
                "`lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the "
                f"first value of the learning rate schedule. {HOW}", depth=2)

    def _update_lr(self, epoch=None):
        with self._flag("_get_lr_called_within_step"):
            if epoch is None:
                self.last_epoch += 1
                values = self.get_lr()
            else:
                self.last_epoch = epoch
                values = getattr(self, "_get_closed_form_lr", self.get_lr)()
        set_rates(self.optimizer, values)
        self._last_lr = values_of(self.optimizer, "lr")

    # -- what subclasses are written in --------------------------------------------------------

    def _now(self):
        """The learning rates as they are, after a warning if the user asked for them."""
        if not self._get_lr_called_within_step:
            caution(
                "To get the last learning rate computed by the scheduler, please use "
                "`get_last_lr()`.")
        return values_of(self.optimizer, "lr")

    def _times(self, factor):
        return [rate * factor for rate in self._now()]

    def _from_base(self, factor):
        return [base * factor for base in self.base_lrs]


def check_optimizer(optimizer: Optimizer) -> None:
    """Raise torch's TypeError when it is none."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def copied(value: float) -> float:
    """A Tensor's clone; anything else itself."""
    return value.clone() if isinstance(value, Tensor) else value


def values_of(optimizer: Optimizer, key: str) -> list:
    """One setting of all groups."""
    return [copied(group[key]) for group in optimizer.param_groups]


def set_rate(group: dict[str, float | list[Any]], value: float) -> None:
    """Set a group's learning rate; one that is a Tensor is written in place."""
    if isinstance(group["lr"], Tensor):
        overwrite(group["lr"], number(value), "fill_")
    else:
        group["lr"] = value


def set_rates(optimizer: Optimizer, values: Any) -> None:
    """Set the learning rates of all groups; those that came later have none, which raises."""
    for group, value in zip(optimizer.param_groups, values, strict=True):
        set_rate(group, value)


def per_group(name: str, optimizer: Optimizer, value: float) -> list:
    """One value for each group, from one for all or a list of the right length."""
    groups = optimizer.param_groups
    if not isinstance(value, list | tuple):
        return [copied(value) for _ in groups]
    if len(value) != len(groups):
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} "
            f"values, param_groups has {len(groups)}."
        )
    return list(map(copied, value))


def notice_steps(optimizer: Optimizer) -> None:
    """Let the optimizer remember that its `step` was called."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    reference, function = ref(optimizer), optimizer.step.__func__

    @wraps(function)
    def step(*args, **kwargs):
        stepped = reference()
        stepped._opt_called = True
        return function(stepped, *args, **kwargs)

    step._wrapped_by_lr_sched = True
    optimizer.step = step
