"""Cyclic learning rate schedulers."""

from __future__ import annotations

import math
import types
from typing import Any

from torch.optim.lr_scheduler.scheduler import (
    LRScheduler, check_optimizer, set_lrs, value_of_each_group, values_of_groups,
)


class CyclicLR(LRScheduler):
    """Learning rate that cycles linearly between `base_lr` and `max_lr`."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None,
                 mode="triangular", gamma=1.0, scale_fn=None, scale_mode="cycle",
                 cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = value_of_each_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            set_lrs(optimizer, base_lrs)
        self.max_lrs = value_of_each_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        down = up if step_size_down is None else float(step_size_down)
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            bounds = init_momentum(
                self, base_momentum, max_momentum, last_epoch,
                ("max_momentum", "base_momentum"),
            )
            self.base_momentums = bounds["base_momentum"]
            self.max_momentums = bounds["max_momentum"]
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x: int) -> float:
        """Return the factor of the amplitude in cycle (or epoch) `x`."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        return {"triangular": 1.0, "triangular2": 1 / 2.0 ** (x - 1),
                "exp_range": self.gamma**x}[self.mode]

    def get_lr(self) -> list[float]:
        self._current_lr()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        is_rising = x <= self.step_ratio
        height = x / self.step_ratio if is_rising else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            bounds = zip(self.base_momentums, self.max_momentums)
            for group, (low, high) in zip(self.optimizer.param_groups, bounds, strict=True):
                set_momentum(self, group, high - (high - low) * height * scale)
        return [
            low + (high - low) * height * scale for low, high in zip(self.base_lrs, self.max_lrs)
        ]

    def state_dict(self) -> dict[str, Any]:
        """Return the state without the optimizer and a function, which pickle cannot save."""
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        is_unsaved = function is None or isinstance(function, types.FunctionType)
        state["_scale_fn_custom"] = None if is_unsaved else function.__dict__.copy()
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take the state that `state_dict` returned."""
        saved = dict(state_dict)
        settings = saved.pop("_scale_fn_custom")
        super().load_state_dict(saved)
        if settings is not None:
            self._scale_fn_custom.__dict__.update(settings)


class CosineAnnealingWarmRestarts(LRScheduler):
    """Cosine annealing with restarts, whose periods grow by the factor `T_mult`."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, float | int):
            raise ValueError(
                f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}"
            )
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        self._current_lr()
        cosine = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * cosine / 2 for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Advance to the next epoch, or to `epoch`, which may be fractional."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur = self.T_cur + 1
            if self.T_cur >= self.T_i:
                self.T_cur = self.T_cur % self.T_i
                self.T_i = self.T_i * self.T_mult
        else:
            self._set_epoch(epoch)
        self.last_epoch = math.floor(epoch)
        with self._set_flag("_get_lr_called_within_step"):
            set_lrs(self.optimizer, self.get_lr())
        self._last_lr = values_of_groups(self.optimizer, "lr")

    def _set_epoch(self, epoch):
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            n = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            start = self.T_0 * (self.T_mult**n - 1) / (self.T_mult - 1)
            self.T_cur, self.T_i = epoch - start, self.T_0 * self.T_mult**n


class OneCycleLR(LRScheduler):
    """One cycle: up to `max_lr`, then down to a minimum far below the initial rate."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None,
                 pct_start=0.3, anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85,
                 max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False,
                 last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = count_steps(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = cycle_phases(self.total_steps, pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', instead got "
                f"{anneal_strategy}"
            )
        self._anneal_func_type = anneal_strategy
        max_lrs = value_of_each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, highest in zip(optimizer.param_groups, max_lrs):
                group["initial_lr"] = highest / div_factor
                group["max_lr"] = highest
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            init_momentum(self, base_momentum, max_momentum, last_epoch,
                          ("max_momentum", "base_momentum"))
        super().__init__(optimizer, last_epoch)

    def _anneal(self, start, end, share):
        if self._anneal_func_type == "linear":
            return (end - start) * share + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)

    def get_lr(self) -> list[float]:
        self._current_lr()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(
                f"Tried to step {step} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        begin = 0.0
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            begin = phase["end_step"]
        share = (step - begin) / (phase["end_step"] - begin)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._anneal(group[phase["start_lr"]], group[phase["end_lr"]], share))
            if self.cycle_momentum:
                ends = group[phase["start_momentum"]], group[phase["end_momentum"]]
                set_momentum(self, group, self._anneal(*ends, share))
        return rates


def count_steps(
        total_steps: int | None, epochs: int | None, steps_per_epoch: int | None) -> int:
    """Return the number of steps of the cycle, or raise torch's ValueErrors."""
    given = {"total_steps": total_steps}
    if total_steps is None:
        if epochs is None or steps_per_epoch is None:
            raise ValueError(
                "You must define either total_steps OR (epochs AND steps_per_epoch)"
            )
        given = {"epochs": epochs, "steps_per_epoch": steps_per_epoch}
    for name, value in given.items():
        if value <= 0 or not isinstance(value, int):
            raise ValueError(f"Expected positive integer {name}, but got {value}")
    return math.prod(given.values())


def cycle_phases(total: int, pct_start: float, three_phase: bool) -> list[dict[str, Any]]:
    """Return the phases of the cycle: up, down, with `three_phase` a last one to the minimum."""
    names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
    up = (float(pct_start * total) - 1, "initial_lr", "max_lr", "max_momentum", "base_momentum")
    if three_phase:
        rows = [
            up,
            (float(2 * pct_start * total) - 2, "max_lr", "initial_lr", "base_momentum",
             "max_momentum"),
            (total - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum"),
        ]
    else:
        rows = [up, (total - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")]
    return [dict(zip(names, row)) for row in rows]


def init_momentum(
        scheduler: LRScheduler, base_momentum: Any, max_momentum: Any, last_epoch: int,
        order: tuple[str, ...]) -> dict[str, list[float]]:
    """Set the momentum of all groups to its maximum, unless training is resumed.

    `order` is that of the new options in the groups. Returns the bounds of all groups. Raises
    ValueError if the optimizer has no momentum.
    """
    optimizer = scheduler.optimizer
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError(
            "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
        )
    scheduler.use_beta1 = "betas" in optimizer.defaults
    bounds = {
        "base_momentum": value_of_each_group("base_momentum", optimizer, base_momentum),
        "max_momentum": value_of_each_group("max_momentum", optimizer, max_momentum),
    }
    if last_epoch == -1:
        for i, group in enumerate(optimizer.param_groups):
            set_momentum(scheduler, group, bounds["max_momentum"][i])
            for name in order:
                group[name] = bounds[name][i]
    return bounds


def set_momentum(scheduler: LRScheduler, group: dict[str, Any], value: float) -> None:
    """Set the momentum of a group, or its first beta."""
    if scheduler.use_beta1:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value
