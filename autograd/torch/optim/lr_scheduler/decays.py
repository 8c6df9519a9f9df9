"""Schedules in which the learning rate falls (or grows) by a rule of the step's number."""

from __future__ import annotations

import math
import types
from bisect import bisect_right
from collections import Counter
from typing import Any

from torch.optim.lr_scheduler.schedule import LRScheduler
from autograd.runtime.method_owner import told_by_heirs


@told_by_heirs("__init__")
class _ByFunction(LRScheduler):
    """A schedule by a function of the step's number, or one for each group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if not isinstance(lr_lambda, list | tuple):
            self.lr_lambdas = [lr_lambda] * count
        elif len(lr_lambda) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        else:
            self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def state_dict(self) -> Any:
        """Everything but the optimizer and plain functions, which cannot be saved."""
        state = super().state_dict()
        state.pop("lr_lambdas")
        state["lr_lambdas"] = [
            None if isinstance(function, types.FunctionType) else function.__dict__.copy()
            for function in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from what `state_dict` gave."""
        rest = {key: value for key, value in state_dict.items() if key != "lr_lambdas"}
        self.__dict__.update(rest)
        for function, saved in zip(self.lr_lambdas, state_dict["lr_lambdas"]):
            if saved is not None:
                function.__dict__.update(saved)


class LambdaLR(_ByFunction):
    """The first learning rate times a function of the step's number."""

    def get_lr(self) -> Any:
        self._now()
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * f(self.last_epoch) for f, base in pairs]


class MultiplicativeLR(_ByFunction):
    """Each step multiplies the learning rate by a function of the step's number."""

    def get_lr(self) -> Any:
        rates = self._now()
        if self._is_initial:
            return rates
        pairs = zip(self.lr_lambdas, rates, strict=True)
        return [rate * f(self.last_epoch) for f, rate in pairs]


class StepLR(LRScheduler):
    """Times `gamma` every `step_size` steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._now()
        return self._times(self.gamma)

    def _get_closed_form_lr(self):
        return self._from_base(self.gamma ** (self.last_epoch // self.step_size))


class MultiStepLR(LRScheduler):
    """Times `gamma` at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch not in self.milestones:
            return self._now()
        return self._times(self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return self._from_base(self.gamma**passed)


class ConstantLR(LRScheduler):
    """Times `factor` until `total_iters` steps are over."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self.last_epoch == 0:
            return self._times(self.factor)
        if self.last_epoch != self.total_iters:
            return self._now()
        return self._times(1.0 / self.factor)

    def _get_closed_form_lr(self):
        over = self.last_epoch >= self.total_iters
        return self._from_base(self.factor + over * (1 - self.factor))


class LinearLR(LRScheduler):
    """Times a factor that goes in a line from `start_factor` to `end_factor`."""

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
            return self._times(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._now()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return self._times(1.0 + rise / before)

    def _get_closed_form_lr(self):
        share = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._from_base(
            self.start_factor + (self.end_factor - self.start_factor) * share
        )


class ExponentialLR(LRScheduler):
    """Times `gamma` at every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        return self._now() if self._is_initial else self._times(self.gamma)

    def _get_closed_form_lr(self):
        return self._from_base(self.gamma**self.last_epoch)


class PolynomialLR(LRScheduler):
    """Falls to 0 in `total_iters` steps, as a power of what is left."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._now()
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return self._times((left / before) ** self.power)

    def _get_closed_form_lr(self):
        share = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._from_base((1.0 - share) ** self.power)


class CosineAnnealingLR(LRScheduler):
    """Falls along half a cosine to `eta_min` in `T_max` steps."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        rates, low, most = self._now(), self.eta_min, self.T_max
        if self._is_initial:
            return rates
        if self._step_count == 1 and self.last_epoch > 0:
            wave = 1 + math.cos(self.last_epoch * math.pi / most)
            return [low + (base - low) * wave / 2 for base in self.base_lrs]
        if (self.last_epoch - 1 - most) % (2 * most) == 0:
            wave = 1 - math.cos(math.pi / most)
            pairs = zip(self.base_lrs, rates, strict=True)
            return [rate + (base - low) * wave / 2 for base, rate in pairs]
        wave = 1 + math.cos(math.pi * self.last_epoch / most)
        before = 1 + math.cos(math.pi * (self.last_epoch - 1) / most)
        return [wave / before * (rate - low) + low for rate in rates]

    def _get_closed_form_lr(self):
        wave = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * wave / 2 for base in self.base_lrs]
