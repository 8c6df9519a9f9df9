"""Learning rate schedulers that compute the rate from the number of the epoch."""

from __future__ import annotations

import math
import types
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Any

from torch.optim.lr_scheduler.scheduler import LRScheduler

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer


class LambdaLR(LRScheduler):
    """Initial learning rate times a function of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        self.lr_lambdas = lambda_of_each_group(lr_lambda, optimizer)
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Return the state without the optimizer and the functions, which pickle cannot save.

        Of callable objects their `__dict__` is saved.
        """
        return lambdas_to_state(super().state_dict())

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that `state_dict` returned."""
        load_lambda_state(self, state_dict)

    def get_lr(self) -> list[float]:
        self._current_lr()
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * f(self.last_epoch) for f, base in pairs]


class MultiplicativeLR(LRScheduler):
    """Learning rate multiplied at each step by a function of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        self.lr_lambdas = lambda_of_each_group(lr_lambda, optimizer)
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Return the state without the optimizer and the functions, which pickle cannot save.

        Of callable objects their `__dict__` is saved.
        """
        return lambdas_to_state(super().state_dict())

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that `state_dict` returned."""
        load_lambda_state(self, state_dict)

    def get_lr(self) -> list[float]:
        rates = self._current_lr()
        if self._is_initial:
            return rates
        pairs = zip(self.lr_lambdas, rates, strict=True)
        return [rate * f(self.last_epoch) for f, rate in pairs]


def lambda_of_each_group(lr_lambda: Any, optimizer: Optimizer) -> list[Any]:
    """Return one function for each group, from one for all or a list of the right length."""
    count = len(optimizer.param_groups)
    if not isinstance(lr_lambda, list | tuple):
        return [lr_lambda] * count
    if len(lr_lambda) != count:
        raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
    return list(lr_lambda)


def lambdas_to_state(state: dict[str, Any]) -> dict[str, Any]:
    """Replace the functions of a state by None, other callables by their `__dict__`."""
    functions = state.pop("lr_lambdas")
    state["lr_lambdas"] = [
        None if isinstance(function, types.FunctionType) else function.__dict__.copy()
        for function in functions
    ]
    return state


def load_lambda_state(scheduler: LRScheduler, state: dict[str, Any]) -> None:
    """Load a state of `lambdas_to_state` into a scheduler."""
    rest = {key: value for key, value in state.items() if key != "lr_lambdas"}
    scheduler.__dict__.update(rest)
    for function, saved in zip(scheduler.lr_lambdas, state["lr_lambdas"]):
        if saved is not None:
            function.__dict__.update(saved)


class StepLR(LRScheduler):
    """Learning rate multiplied by `gamma` every `step_size` epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._current_lr()
        return self._scale_current_lr(self.gamma)

    def _get_closed_form_lr(self):
        return self._scale_base_lrs(self.gamma ** (self.last_epoch // self.step_size))


class MultiStepLR(LRScheduler):
    """Learning rate multiplied by `gamma` at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch not in self.milestones:
            return self._current_lr()
        return self._scale_current_lr(self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return self._scale_base_lrs(self.gamma**passed)


class ConstantLR(LRScheduler):
    """Initial learning rate times `factor` for `total_iters` epochs."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch == 0:
            return self._scale_current_lr(self.factor)
        if self.last_epoch != self.total_iters:
            return self._current_lr()
        return self._scale_current_lr(1.0 / self.factor)

    def _get_closed_form_lr(self):
        is_over = self.last_epoch >= self.total_iters
        return self._scale_base_lrs(self.factor + is_over * (1 - self.factor))


class LinearLR(LRScheduler):
    """Initial learning rate times a factor, linear from `start_factor` to `end_factor`."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5,
                 last_epoch=-1):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal to "
                "1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch == 0:
            return self._scale_current_lr(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._current_lr()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return self._scale_current_lr(1.0 + rise / before)

    def _get_closed_form_lr(self):
        share = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._scale_base_lrs(
            self.start_factor + (self.end_factor - self.start_factor) * share
        )


class ExponentialLR(LRScheduler):
    """Learning rate multiplied by `gamma` every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        return self._current_lr() if self._is_initial else self._scale_current_lr(self.gamma)

    def _get_closed_form_lr(self):
        return self._scale_base_lrs(self.gamma**self.last_epoch)


class PolynomialLR(LRScheduler):
    """Polynomial decay to 0 in `total_iters` epochs."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._current_lr()
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return self._scale_current_lr((left / before) ** self.power)

    def _get_closed_form_lr(self):
        share = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._scale_base_lrs((1.0 - share) ** self.power)


class CosineAnnealingLR(LRScheduler):
    """Cosine annealing to `eta_min` in `T_max` epochs."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        rates, low, half_period = self._current_lr(), self.eta_min, self.T_max
        if self._is_initial:
            return rates
        if self._step_count == 1 and self.last_epoch > 0:
            cosine = 1 + math.cos(self.last_epoch * math.pi / half_period)
            return [low + (base - low) * cosine / 2 for base in self.base_lrs]
        if (self.last_epoch - 1 - half_period) % (2 * half_period) == 0:
            cosine = 1 - math.cos(math.pi / half_period)
            pairs = zip(self.base_lrs, rates, strict=True)
            return [rate + (base - low) * cosine / 2 for base, rate in pairs]
        cosine = 1 + math.cos(math.pi * self.last_epoch / half_period)
        before = 1 + math.cos(math.pi * (self.last_epoch - 1) / half_period)
        return [cosine / before * (rate - low) + low for rate in rates]

    def _get_closed_form_lr(self):
        cosine = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * cosine / 2 for base in self.base_lrs]
