"""L-BFGS: steps along directions that account for the curvature of the last few steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels.gemm import inner
from autograd.kernels.summation import total
from autograd.runtime.grad_mode import enable_grad
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor, wrap
from torch.optim.kernels import add, number
from torch.optim.linesearch import cubic_minimum as _cubic_interpolate  # noqa: F401
from torch.optim.linesearch import strong_wolfe
from torch.optim.optimizer import Optimizer
from torch.optim.parts import parts, whole
from torch.optim.settings import check_settings


class LBFGS(Optimizer):
    """Limited-memory BFGS; `step` wants a closure that computes the loss and its gradients."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7,
                 tolerance_change=1e-9, history_size=100, line_search_fn=None):
        check_settings(lr)
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change,
            "history_size": history_size, "line_search_fn": line_search_fn,
        })
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    # -- all parameters as one vector ----------------------------------------------------------

    def _gather_flat_grad(self):
        return np.concatenate([
            numbers(np.zeros_like(p._array) if p._grad is None else p._grad._array).ravel()
            for p in self._params
        ])

    def _add_grad(self, step_size, update):
        offset = 0
        for param in self._params:
            array = numbers(param._array)
            part = update[offset:offset + array.size].reshape(array.shape)
            moved = add(array, part, step_size)
            moved = whole(moved, param._array.dtype) if param.is_complex() else moved
            overwrite(param, moved, "step")
            offset += array.size

    def _directional_evaluate(self, closure, start, t, d):
        self._add_grad(t, d)
        loss = number(closure())
        gradient = self._gather_flat_grad()
        for param, array in zip(self._params, start):
            overwrite(param, array, "step")
        return loss, gradient

    # -- one step ------------------------------------------------------------------------------

    def step(self, closure: Callable[..., Any]) -> Any:
        """Up to `max_iter` iterations; returns the loss that the first evaluation gave."""
        closure = enable_grad()(closure)
        state, group = self.state[self._params[0]], self.param_groups[0]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        loss, evaluations = number(first_loss), 1
        state["func_evals"] += 1
        gradient = self._gather_flat_grad()
        if np.abs(gradient).max() <= group["tolerance_grad"]:
            return first_loss
        memory = _Memory(state, group["history_size"])
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = memory.direction(gradient, state["n_iter"] == 1)
            before, lr = loss, number(group["lr"])
            if state["n_iter"] == 1:
                lr = min(1.0, 1.0 / total(np.abs(gradient))) * lr
            memory.t = lr
            slope = inner(gradient, direction)
            if slope > -group["tolerance_change"]:
                break
            last = iteration == group["max_iter"]
            loss, gradient, spent = self._move(
                closure, memory, loss, gradient, slope, group, evaluations, last
            )
            evaluations += spent
            state["func_evals"] += spent
            if last or self._finished(group, evaluations, gradient, memory, loss - before):
                break
        memory.keep(state, before)
        return first_loss

    def _move(self, closure, memory, loss, gradient, slope, group, evaluations, last):
        """Go along the direction; returns loss and gradient there, and evaluations spent."""
        if group["line_search_fn"] is not None:
            if group["line_search_fn"] != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            start = [param._array.copy() for param in self._params]

            def evaluate(t, d):
                return self._directional_evaluate(closure, start, t, d)

            loss, gradient, memory.t, spent = strong_wolfe(
                evaluate, memory.t, memory.d, loss, gradient, slope,
                max_ls=group["max_eval"] - evaluations,
            )
            self._add_grad(memory.t, memory.d)
            return loss, gradient, spent
        self._add_grad(memory.t, memory.d)
        if last:
            return loss, gradient, 0
        loss = number(closure())
        return loss, self._gather_flat_grad(), 1

    def _finished(self, group, evaluations, gradient, memory, change) -> bool:
        return bool(
            evaluations >= group["max_eval"]
            or np.abs(gradient).max() <= group["tolerance_grad"]
            or np.abs(memory.d * gradient.dtype.type(memory.t)).max() <= group["tolerance_change"]
            or abs(change) < group["tolerance_change"]
        )


class _Memory:
    """The last directions and steps, from which the next direction is made."""

    NAMES = ("al", "d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad")

    def __init__(self, state, size):
        for name in self.NAMES:
            setattr(self, name, plain(state.get(name)))
        self.size = size

    def direction(self, gradient: np.ndarray, is_first: bool) -> np.ndarray:
        """The next direction, kept as `d`; remembers `gradient`."""
        if is_first:
            self.d, self.H_diag = -gradient, 1
            self.old_dirs, self.old_stps, self.ro = [], [], []
        else:
            self.remember(gradient)
            self.d = self.two_loops(gradient)
        self.prev_flat_grad = gradient.copy()
        return self.d

    def remember(self, gradient: np.ndarray) -> None:
        """Add the last step to the memory when the curvature along it was positive."""
        y = gradient - self.prev_flat_grad
        s = self.d * gradient.dtype.type(self.t)
        curvature = inner(y, s)
        if curvature <= 1e-10:
            return
        if len(self.old_dirs) == self.size:
            for history in (self.old_dirs, self.old_stps, self.ro):
                history.pop(0)
        self.old_dirs.append(y)
        self.old_stps.append(s)
        self.ro.append(1.0 / curvature)
        self.H_diag = curvature / inner(y, y)

    def two_loops(self, gradient: np.ndarray) -> np.ndarray:
        """The approximate inverse Hessian times the negative gradient."""
        q = -gradient
        weights = self.al = self.al or [None] * self.size  # what is past the memory stays of before
        for i in reversed(range(len(self.old_dirs))):
            weights[i] = inner(self.old_stps[i], q) * self.ro[i]
            q = add(q, self.old_dirs[i], -weights[i])
        r = q * self.H_diag
        for i, weight in enumerate(weights[:len(self.old_dirs)]):
            back = inner(self.old_dirs[i], r) * self.ro[i]
            r = add(r, self.old_stps[i], weight - back)
        return r

    def keep(self, state: dict[str, Any], loss: float) -> None:
        """Put everything into the optimizer's state, as tensors."""
        for name in self.NAMES:
            if name != "al" or self.al is not None:
                state[name] = wrapped(getattr(self, name))
        state["prev_loss"] = loss


def numbers(array: np.ndarray) -> np.ndarray:
    """The real numbers that a parameter or a gradient is made of."""
    return parts(array) if array.dtype.kind == "c" else array


def plain(
        value: Tensor | int | list[Tensor | Tensor | None] | None
) -> Any:
    """State as arrays."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value._array if isinstance(value, Tensor) else value


def wrapped(
        value: np.ndarray | int | list[Any] | None
) -> Any:
    """Arrays as tensors."""
    if isinstance(value, list):
        return [wrapped(each) for each in value]
    return wrap(np.asarray(value)) if isinstance(value, np.ndarray | np.generic) else value


def _strong_wolfe(obj_func, x, t, d, f, g, gtd, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """The line search as torch calls it: `obj_func(x, t, d)` gives loss and gradient."""
    def evaluate(t, _):
        loss, gradient = obj_func(x, wrapped(t), d)
        return loss, gradient._array

    loss, gradient, t, spent = strong_wolfe(
        evaluate, plain(t), d._array, f, g._array, gtd._array[()], c1, c2, tolerance_change, max_ls)
    return loss, wrap(gradient), wrapped(t), spent
