"""L-BFGS optimizer with its line search (`torch/optim/lbfgs.py`).

Slopes, and the distances computed from them, are scalars of the parameters' dtype, as in torch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from autograd.kernels.gemm import dot
from autograd.kernels.reduction_order import cascade_sum
from autograd.runtime.grad_mode import enable_grad
from autograd.tensor.mutation import overwrite
from autograd.tensor.tensor import Tensor, wrap
from torch.optim.arguments import check_nonnegative
from torch.optim.complex_parameters import view_as_complex, view_as_real
from torch.optim.kernels import add, as_number
from torch.optim.optimizer import Optimizer


class LBFGS(Optimizer):
    """Limited-memory BFGS; `step` takes a closure that computes the loss and its gradients."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7,
                 tolerance_change=1e-9, history_size=100, line_search_fn=None):
        check_nonnegative(lr)
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
            real_view(np.zeros_like(p._array) if p._grad is None else p._grad._array).ravel()
            for p in self._params
        ])

    def _add_grad(self, step_size, update):
        offset = 0
        for param in self._params:
            array = real_view(param._array)
            part = update[offset:offset + array.size].reshape(array.shape)
            moved = add(array, part, step_size)
            moved = view_as_complex(moved, param._array.dtype) if param.is_complex() else moved
            overwrite(param, moved, "step")
            offset += array.size

    def _directional_evaluate(self, closure, start, t, d):
        self._add_grad(t, d)
        loss = as_number(closure())
        gradient = self._gather_flat_grad()
        for param, array in zip(self._params, start):
            overwrite(param, array, "step")
        return loss, gradient

    # -- one step ------------------------------------------------------------------------------

    def step(self, closure: Callable[[], Any]) -> Any:
        """Run up to `max_iter` iterations; return the loss of the first evaluation."""
        closure = enable_grad()(closure)
        state, group = self.state[self._params[0]], self.param_groups[0]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        loss, evaluations = as_number(first_loss), 1
        state["func_evals"] += 1
        gradient = self._gather_flat_grad()
        if np.abs(gradient).max() <= group["tolerance_grad"]:
            return first_loss
        memory = CurvatureHistory(state, group["history_size"])
        for iteration in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = memory.direction(gradient, state["n_iter"] == 1)
            before, lr = loss, as_number(group["lr"])
            if state["n_iter"] == 1:
                lr = min(1.0, 1.0 / cascade_sum(np.abs(gradient))) * lr
            memory.t = lr
            slope = dot(gradient, direction)
            if slope > -group["tolerance_change"]:
                break
            last = iteration == group["max_iter"]
            loss, gradient, spent = self._move(
                closure, memory, loss, gradient, slope, group, evaluations, last
            )
            evaluations += spent
            state["func_evals"] += spent
            if last or self._is_finished(group, evaluations, gradient, memory, loss - before):
                break
        memory.save(state, before)
        return first_loss

    def _move(self, closure, memory, loss, gradient, slope, group, evaluations, last):
        """Move along the direction; return loss and gradient there, and the evaluations spent."""
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
        loss = as_number(closure())
        return loss, self._gather_flat_grad(), 1

    def _is_finished(self, group, evaluations, gradient, memory, change) -> bool:
        return bool(
            evaluations >= group["max_eval"]
            or np.abs(gradient).max() <= group["tolerance_grad"]
            or np.abs(memory.d * gradient.dtype.type(memory.t)).max() <= group["tolerance_change"]
            or abs(change) < group["tolerance_change"]
        )


class CurvatureHistory:
    """The last steps and changes of the gradient, which give the next direction."""

    NAMES = ("al", "d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad")

    def __init__(self, state, size):
        for name in self.NAMES:
            setattr(self, name, as_arrays(state.get(name)))
        self.size = size

    def direction(self, gradient: np.ndarray, is_first: bool) -> np.ndarray:
        """Return the next direction, which becomes `d`; `gradient` becomes the previous one."""
        if is_first:
            self.d, self.H_diag = -gradient, 1
            self.old_dirs, self.old_stps, self.ro = [], [], []
        else:
            self.add_step(gradient)
            self.d = self.two_loop_recursion(gradient)
        self.prev_flat_grad = gradient.copy()
        return self.d

    def add_step(self, gradient: np.ndarray) -> None:
        """Add the last step to the history if the curvature along it was positive."""
        y = gradient - self.prev_flat_grad
        s = self.d * gradient.dtype.type(self.t)
        curvature = dot(y, s)
        if curvature <= 1e-10:
            return
        if len(self.old_dirs) == self.size:
            for history in (self.old_dirs, self.old_stps, self.ro):
                history.pop(0)
        self.old_dirs.append(y)
        self.old_stps.append(s)
        self.ro.append(1.0 / curvature)
        self.H_diag = curvature / dot(y, y)

    def two_loop_recursion(self, gradient: np.ndarray) -> np.ndarray:
        """Return the approximate inverse Hessian times the negative gradient."""
        q = -gradient
        weights = self.al = self.al or [None] * self.size  # entries past the history stay
        for i in reversed(range(len(self.old_dirs))):
            weights[i] = dot(self.old_stps[i], q) * self.ro[i]
            q = add(q, self.old_dirs[i], -weights[i])
        r = q * self.H_diag
        for i, weight in enumerate(weights[:len(self.old_dirs)]):
            back = dot(self.old_dirs[i], r) * self.ro[i]
            r = add(r, self.old_stps[i], weight - back)
        return r

    def save(self, state: dict[str, Any], loss: float) -> None:
        """Write the history into the optimizer's state, as tensors."""
        for name in self.NAMES:
            if name != "al" or self.al is not None:
                state[name] = as_tensors(getattr(self, name))
        state["prev_loss"] = loss


def real_view(array: np.ndarray) -> np.ndarray:
    """Return a complex array as its parts (..., 2), a real one unchanged."""
    return view_as_real(array) if array.dtype.kind == "c" else array


def as_arrays(value: Any) -> Any:
    """Return state with arrays in place of tensors."""
    if isinstance(value, list):
        return [as_arrays(each) for each in value]
    return value._array if isinstance(value, Tensor) else value


def as_tensors(value: Any) -> Any:
    """Return state with tensors in place of arrays."""
    if isinstance(value, list):
        return [as_tensors(each) for each in value]
    return wrap(np.asarray(value)) if isinstance(value, np.ndarray | np.generic) else value


# --- Line search --------------------------------------------------------------------------------


def _cubic_interpolate(x1, f1, g1, x2, f2, g2, bounds=None):
    """Return the minimum, within `bounds`, of the cubic with values f and slopes g at x1, x2."""
    low, high = bounds if bounds is not None else sorted((x1, x2))
    with np.errstate(all="ignore"):
        d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
        square = d1**2 - g1 * g2
        if not square >= 0:
            return (low + high) / 2.0
        d2 = np.sqrt(square)
        if x1 <= x2:
            minimum = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
        else:
            minimum = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(minimum, low), high)


class LinePoint:
    """A point of the line: distance, loss, gradient, slope."""

    def __init__(self, t, f, g, slope):
        self.t, self.f, self.g, self.slope = t, f, g, slope


class LineSearch:
    """A line search from `start` along `d`."""

    def __init__(self, evaluate, d, start, c1, c2):
        self.evaluate, self.d, self.start, self.c1, self.c2 = evaluate, d, start, c1, c2
        self.evaluations = 0

    def at(self, t: Tensor) -> LinePoint:
        """Return the point at distance `t`."""
        self.evaluations += 1
        f, g = self.evaluate(t, self.d)
        return LinePoint(t, f, g, dot(g, self.d))

    def is_too_high(self, point: LinePoint) -> bool:
        """Return True if the loss at the point did not decrease enough (Armijo condition)."""
        return point.f > self.start.f + self.c1 * point.t * self.start.slope

    def is_flat(self, point: LinePoint) -> bool:
        """Return True if the slope at the point is small enough (curvature condition)."""
        return abs(point.slope) <= -self.c2 * self.start.slope


def strong_wolfe(
        evaluate: Callable[..., Any], t: Any, d: np.ndarray, f: float, g: np.ndarray,
        slope: np.generic, c1: float = 1e-4, c2: float = 0.9, tolerance_change: float = 1e-9,
        max_ls: int = 25) -> tuple[float, np.ndarray, Any, int]:
    """Find a distance that meets the strong Wolfe conditions.

    `evaluate(t, d)` returns loss and gradient. Returns loss and gradient at the distance, the
    distance, and the number of evaluations.
    """
    search = LineSearch(evaluate, d, LinePoint(0, f, g, slope), c1, c2)
    bracket, count = find_bracket(search, search.at(t), max_ls)
    if len(bracket) == 2:
        bracket = narrow_bracket(search, bracket, count, max_ls, tolerance_change)
    best = min(bracket, key=lambda point: point.f) if len(bracket) == 2 else bracket[0]
    return best.f, best.g, best.t, search.evaluations


def find_bracket(
        search: LineSearch, point: LinePoint, max_ls: int) -> tuple[list[LinePoint], int]:
    """Move on until an interval contains a minimum.

    Returns its two ends, or one point that meets the conditions, and the number of steps.
    """
    before, count = search.start, 0
    while count < max_ls:
        if search.is_too_high(point) or count > 1 and point.f >= before.f:
            return [before, point], count
        if search.is_flat(point):
            return [point], count
        if point.slope >= 0:
            return [before, point], count
        nearest = point.t + 0.01 * (point.t - before.t)
        t = _cubic_interpolate(before.t, before.f, before.slope, point.t, point.f, point.slope,
                          bounds=(nearest, point.t * 10))
        before, point = point, search.at(t)
        count += 1
    return [search.start, point], count


def narrow_bracket(
        search: LineSearch, bracket: list[LinePoint], count: int, max_ls: int, tolerance: float
) -> list[LinePoint]:
    """Shrink the interval until a point in it meets the conditions or it is below `tolerance`."""
    stuck, size = False, np.abs(search.d).max()
    low, high = (0, 1) if bracket[0].f <= bracket[1].f else (1, 0)
    while count < max_ls and abs(bracket[1].t - bracket[0].t) * size >= tolerance:
        a, b = bracket
        t = _cubic_interpolate(a.t, a.f, a.slope, b.t, b.f, b.slope)
        t, stuck = move_from_ends(t, a.t, b.t, stuck)
        point = search.at(t)
        count += 1
        if search.is_too_high(point) or point.f >= bracket[low].f:
            bracket[high] = point
            low, high = (0, 1) if bracket[0].f <= bracket[1].f else (1, 0)
            continue
        done = search.is_flat(point)
        if not done and point.slope * (bracket[high].t - bracket[low].t) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = point
        if done:
            break
    return [bracket[low]]


def move_from_ends(t: float, first: float, second: float, stuck: bool) -> tuple[float, bool]:
    """Move `t` away from the ends of the interval if it is close to one a second time.

    Returns the new `t`, and whether it is close to an end.
    """
    lowest, highest = min(first, second), max(first, second)
    margin = 0.1 * (highest - lowest)
    if min(highest - t, t - lowest) >= margin:
        return t, False
    if not stuck and lowest < t < highest:
        return t, True
    return (highest - margin if abs(t - highest) < abs(t - lowest) else lowest + margin), False


def _strong_wolfe(obj_func, x, t, d, f, g, gtd, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """Run the line search on tensors; `obj_func(x, t, d)` returns loss and gradient."""
    def evaluate(t, _):
        loss, gradient = obj_func(x, as_tensors(t), d)
        return loss, gradient._array

    loss, gradient, t, spent = strong_wolfe(
        evaluate, as_arrays(t), d._array, f, g._array, gtd._array[()], c1, c2, tolerance_change,
        max_ls)
    return loss, wrap(gradient), as_tensors(t), spent
