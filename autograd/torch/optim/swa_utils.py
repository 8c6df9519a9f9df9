"""`torch.optim.swa_utils`: averages of weights over training (SWA, EMA)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from typing import TYPE_CHECKING, Any

from autograd.functions.creation.from_data import tensor
from autograd.functions.pointwise.binary import lerp
from autograd.runtime.grad_mode import no_grad
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.module import Module
from torch.optim.lr_scheduler.scheduler import LRScheduler, clone_tensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.utils.data.dataloader import DataLoader

__all__ = [
    "AveragedModel", "SWALR", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn",
    "get_swa_multi_avg_fn", "update_bn",
]


def get_ema_avg_fn(decay: float = 0.999) -> Callable[..., Any]:
    """Return a function that computes the exponential moving average of weights."""
    check_decay(decay)

    @no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn() -> Callable[..., Any]:
    """Return a function that adds new weights to the mean of the previous ones."""

    @no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable[..., Any]:
    """Return the in-place form of `get_ema_avg_fn` for lists of weights."""
    check_decay(decay)

    @no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        has_lerp = supports_lerp(ema_param_list[0])
        for average, current in zip(ema_param_list, current_param_list):
            average.copy_(lerp(average, current, 1 - decay) if has_lerp
                          else average * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn() -> Callable[..., Any]:
    """Return the in-place form of `get_swa_avg_fn` for lists of weights."""

    @no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        share = 1 / (float(num_averaged) + 1)
        has_lerp = supports_lerp(averaged_param_list[0])
        for average, current in zip(averaged_param_list, current_param_list):
            if has_lerp:
                average.copy_(lerp(average, current, share))
            else:  # `addcdiv_` raises torch's error
                average.addcdiv_(current - average, num_averaged + 1)

    return swa_update


def group_by_dtype(
        averages: list[Tensor], currents: list[Tensor]
) -> Iterable[tuple[list[Tensor], list[Tensor]]]:
    """Group averages and current weights by dtype; the last dtype first, as torch's hash map."""
    groups = {}
    for average, current in zip(averages, currents):
        mine, theirs = groups.setdefault(average.dtype, ([], []))
        mine.append(average)
        theirs.append(current)
    return reversed(groups.values())


def supports_lerp(tensor: Tensor) -> bool:
    """Return True if `lerp` takes the dtype: floating point or complex."""
    return tensor.is_floating_point() or tensor.is_complex()


def check_decay(decay: float) -> None:
    """Raise torch's ValueError for a decay outside [0, 1]."""
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] "
                         "range.")


class AveragedModel(Module):
    """Copy of a model with averaged weights."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Tensor:
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Update the average with the weights of `model`."""
        own, new = ([x.detach() for x in self._averaged_tensors(each)]
                    for each in (self.module, model))
        if self.n_averaged.item() == 0:
            for average, current in zip(own, new):
                average.copy_(current)
        elif self.multi_avg_fn is not None:
            for averages, currents in group_by_dtype(own, new):
                self.multi_avg_fn(averages, currents, self.n_averaged)
        else:
            average_of = self.avg_fn or get_swa_avg_fn()
            for average, current in zip(own, new):
                average.copy_(average_of(average, current, self.n_averaged))
        if not self.use_buffers:
            for average, current in zip(self.module.buffers(), model.buffers(), strict=True):
                average.detach().copy_(current.detach())
        self.n_averaged += 1

    def _averaged_tensors(self, model):
        return chain(model.parameters(), model.buffers() if self.use_buffers else ())


@no_grad()
def update_bn(loader: DataLoader, model: Module, device: Any = None) -> None:
    """Recompute the running statistics of all batch norms over the batches of `loader`."""
    norms = {each: each.momentum for each in model.modules() if isinstance(each, _BatchNorm)}
    if not norms:
        return
    was_training = model.training
    model.train()
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    for batch in loader:
        model(batch[0] if isinstance(batch, list | tuple) else batch)
    for norm, momentum in norms.items():
        norm.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """Learning rate annealed to `swa_lr` over `anneal_epochs`, then constant."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        groups = optimizer.param_groups
        rates = list(swa_lr) if isinstance(swa_lr, list | tuple) else [swa_lr] * len(groups)
        if len(rates) != len(groups):
            raise ValueError(
                "swa_lr must have the same length as optimizer.param_groups. swa_lr has "
                f"{len(rates)} values, param_groups has {len(groups)}."
            )
        for group, rate in zip(groups, rates):
            group["swa_lr"] = clone_tensor(rate)
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', instead got "
                f"{anneal_strategy}"
            )
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(
                f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}"
            )
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def anneal_func(self, t: float) -> float:
        """Return the annealed share after the share `t` of the epochs."""
        return t if self._anneal_strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

    def get_lr(self) -> list[float]:
        """Compute the next rates, each between the current one and its `swa_lr`."""
        step = self._step_count - 1
        step = max(1, step) if self.anneal_epochs == 0 else step
        before, now = (
            self.anneal_func(max(0, min(1, count / max(1, self.anneal_epochs))))
            for count in (step - 1, step)
        )
        rates = []
        for group in self.optimizer.param_groups:
            target = group["swa_lr"]
            first = target if before == 1 else (group["lr"] - before * target) / (1 - before)
            rates.append(target * now + first * (1 - now))
        return rates
