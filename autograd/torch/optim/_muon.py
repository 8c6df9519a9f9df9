"""Muon: momentum whose matrices are made orthogonal before each step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.dtype import bfloat16 as kind
from autograd.tensor.tensor import wrap
from torch.optim.arguments import check_lr
from torch.optim.kernels import add, as_number, lerp, mul
from torch.optim.optimizer import Optimizer
from torch.optim.state import zeros_like_param

if TYPE_CHECKING:
    from autograd.tensor.size import Size

bfloat16 = kind.numpy.type
COEFFICIENTS = (3.4445, -4.775, 2.0315)


class Muon(Optimizer):
    """Moves matrices, all directions of the momentum equally far (Jordan et al. 2024)."""

    _versions = 2
    takes_complex = False

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=COEFFICIENTS, eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        check_lr(lr)
        for name, value in (
            ("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)
        ):
            if not 0.0 <= as_number(value):
                raise ValueError(f"{name} should be >= 0 but is: {value}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps,
            "adjust_lr_fn": adjust_lr_fn,
        })
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(
                        "Muon only supports 2D parameters whereas we found a parameter with size: "
                        f"{p.size()}"
                    )

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update the parameters; return the loss of `closure`, if given."""
        return self._run_step(closure)

    def _update(self, param, array, grad, group):
        state, momentum, lr = self.state[param], group["momentum"], as_number(group["lr"])
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = zeros_like_param(param)
        buffer = state["momentum_buffer"]._array
        buffer[...] = lerp(buffer, grad, 1 - momentum)
        update = lerp(grad, buffer, momentum) if group["nesterov"] else buffer
        update = orthogonal(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
        array = mul(array, 1 - lr * group["weight_decay"])
        step = lr * adjustment(group["adjust_lr_fn"], array.shape)
        return add(array, update.astype(array.dtype), -step)


def adjustment(kind: str, shape: Size) -> float:
    """By how much the learning rate is adjusted to the shape of a matrix."""
    rows, columns = shape
    if kind == "match_rms_adamw":
        return 0.2 * math.sqrt(max(rows, columns))
    return math.sqrt(max(1, rows / columns))


def orthogonal(grad: np.ndarray, coefficients: Any, steps: Any, eps: float) -> np.ndarray:
    """The nearest orthogonal matrix, roughly, by Newton-Schulz steps in bfloat16."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    tall = grad.shape[0] > grad.shape[1]
    x = (grad.T if tall else grad).astype(bfloat16)
    norm = np.asarray(np.sqrt(np.sum(np.square(x.astype(np.float32)))).astype(bfloat16))
    x = rounded(x.astype(np.float32) / wrap(norm).clamp(min=eps)._array.astype(np.float32))
    for _ in range(steps):
        gram = rounded(x @ x.T)
        update = rounded(np.float32(b) * gram + np.float32(c) * (gram @ gram))
        x = rounded(np.float32(a) * x + update @ x)
    return x.T if tall else x


def rounded(array: np.ndarray) -> np.ndarray:
    """float32 numbers rounded to bfloat16's precision."""
    return array.astype(bfloat16).astype(np.float32)
