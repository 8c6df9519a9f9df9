"""Learning rate schedulers that combine other schedulers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from torch.optim.lr_scheduler.plateau import ReduceLROnPlateau
from torch.optim.lr_scheduler.scheduler import LRScheduler, set_lr, values_of_groups

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer


class SequentialLR(LRScheduler):
    """Schedulers one after the other; the next one begins at each milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        check_schedulers(type(self).__name__, schedulers, optimizer, "")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than "
                f"the number of milestone points, but got number of schedulers {len(schedulers)} "
                f"and the number of milestones to be equal to {len(milestones)}"
            )
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            set_lr(group, group["initial_lr"])
        self.recursive_undo()
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def recursive_undo(self, sched: LRScheduler | None = None) -> None:
        """Undo the first step that each scheduler took in its constructor."""
        scheduler = self if sched is None else sched
        if hasattr(scheduler, "_schedulers"):
            for each in scheduler._schedulers:
                self.recursive_undo(each)
        elif hasattr(scheduler, "last_epoch"):
            scheduler.last_epoch -= 1

    def step(self) -> None:
        """Step the scheduler of the current epoch."""
        self.last_epoch += 1
        index = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[index]
        if index > 0 and self._milestones[index - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def state_dict(self) -> dict[str, Any]:
        """Return the state without the optimizer; each scheduler by its own `state_dict`."""
        return schedulers_to_state(super().state_dict())

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that `state_dict` returned."""
        load_scheduler_state(self, state_dict)


class ChainedScheduler(LRScheduler):
    """Several schedulers that are all stepped, each on the result of the one before."""

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) >= 1:
            optimizer = optimizer or schedulers[0].optimizer
        check_schedulers(type(self).__name__, schedulers, optimizer, " to be chained")
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = values_of_groups(schedulers[-1].optimizer, "lr")

    def step(self) -> None:
        """Step all schedulers."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = values_of_groups(self._schedulers[-1].optimizer, "lr")

    def state_dict(self) -> dict[str, Any]:
        """Return the state without the optimizer; each scheduler by its own `state_dict`."""
        return schedulers_to_state(super().state_dict())

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that `state_dict` returned."""
        load_scheduler_state(self, state_dict)


def check_schedulers(
        name: str, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None, purpose: str
) -> None:
    """Raise torch's errors unless `name` can combine `schedulers` of `optimizer`."""
    if len(schedulers) < 1:
        raise ValueError(f"{name} expects at least one scheduler{purpose}, but got no scheduler.")
    for i, each in enumerate(schedulers):
        if not hasattr(each, "optimizer"):
            raise TypeError(f"{name} at index {i} should have `optimizer` as its attribute.")
        if isinstance(each, ReduceLROnPlateau):
            raise ValueError(
                f"{name} does not support `ReduceLROnPlateau` scheduler as it requires "
                "additional kwargs to be specified when calling `step`, but got one at index "
                f"{i} in the given schedulers sequence."
            )
        if optimizer is not None and optimizer is not each.optimizer:
            raise ValueError(
                f"{name} expects all schedulers to belong to the same optimizer, but got "
                f"scheduler {type(each).__name__} at index {i} has {each.optimizer}, which is "
                f"different from {type(optimizer).__name__}."
            )


def schedulers_to_state(state: dict[str, Any]) -> dict[str, Any]:
    """Replace the schedulers of a state by their state dicts."""
    schedulers = state.pop("_schedulers")
    state["_schedulers"] = [each.state_dict() for each in schedulers]
    return state


def load_scheduler_state(scheduler: LRScheduler, state: dict[str, Any]) -> None:
    """Load a state of `schedulers_to_state` into a scheduler."""
    scheduler.__dict__.update(
        {key: value for key, value in state.items() if key != "_schedulers"}
    )
    for each, saved in zip(scheduler._schedulers, state["_schedulers"]):
        each.load_state_dict(saved)
