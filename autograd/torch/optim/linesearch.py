"""How far to go along a direction: the line search of L-BFGS with the strong Wolfe conditions.

Slopes, and the distances worked out from them, are numbers of the parameters' dtype, as in torch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.kernels.gemm import inner

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def cubic_minimum(
        x1: Any, f1: Any, g1: Any, x2: Any, f2: Any, g2: Any, bounds: tuple[Any, ...] | None = None
) -> Any:
    """Where the cubic through two values with their slopes is smallest, within `bounds`."""
    low, high = bounds if bounds is not None else sorted((x1, x2))
    with np.errstate(all="ignore"):
        d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
        square = d1**2 - g1 * g2
        if not square >= 0:
            return (low + high) / 2.0
        d2 = np.sqrt(square)
        if x1 <= x2:
            place = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
        else:
            place = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(place, low), high)


class _Point:
    """A place on the line: how far, the loss, the gradient and the slope there."""

    def __init__(self, t, f, g, slope):
        self.t, self.f, self.g, self.slope = t, f, g, slope


class _Search:
    """One line search from `start` along `d`."""

    def __init__(self, evaluate, d, start, c1, c2):
        self.evaluate, self.d, self.start, self.c1, self.c2 = evaluate, d, start, c1, c2
        self.evaluations = 0

    def at(self, t: Tensor) -> _Point:
        """The point at distance `t`."""
        self.evaluations += 1
        f, g = self.evaluate(t, self.d)
        return _Point(t, f, g, inner(g, self.d))

    def is_too_high(self, point: Any) -> bool:
        """Whether the loss there did not fall enough."""
        return point.f > self.start.f + self.c1 * point.t * self.start.slope

    def is_flat(self, point: Any) -> bool:
        """Whether the slope there is small enough."""
        return abs(point.slope) <= -self.c2 * self.start.slope


def strong_wolfe(
        evaluate: Any, t: Tensor, d: float, f: Callable[..., Any], g: Any, slope: np.generic,
        c1: float = 1e-4, c2: float = 0.9, tolerance_change: float = 1e-9, max_ls: int = 25) -> Any:
    """A distance that meets the strong Wolfe conditions; `evaluate(t, d)` gives loss, gradient.

    Returns loss and gradient there, the distance, and how many evaluations it took.
    """
    search = _Search(evaluate, d, _Point(0, f, g, slope), c1, c2)
    bracket, spent = bracketed(search, search.at(t), max_ls)
    if len(bracket) == 2:
        bracket = narrowed(search, bracket, spent, max_ls, tolerance_change)
    best = min(bracket, key=lambda point: point.f) if len(bracket) == 2 else bracket[0]
    return best.f, best.g, best.t, search.evaluations


def bracketed(search: Any, point: Any, most: Any) -> Any:
    """Go on until a stretch contains a minimum: its two ends, or the one point that will do."""
    before, count = search.start, 0
    while count < most:
        if search.is_too_high(point) or count > 1 and point.f >= before.f:
            return [before, point], count
        if search.is_flat(point):
            return [point], count
        if point.slope >= 0:
            return [before, point], count
        nearest = point.t + 0.01 * (point.t - before.t)
        t = cubic_minimum(before.t, before.f, before.slope, point.t, point.f, point.slope,
                          bounds=(nearest, point.t * 10))
        before, point = point, search.at(t)
        count += 1
    return [search.start, point], count


def narrowed(search: Any, bracket: Any, count: int, most: Any, tolerance: Any) -> Any:
    """Shrink the stretch until a point in it will do or nothing is gained."""
    stuck, size = False, np.abs(search.d).max()
    low, high = (0, 1) if bracket[0].f <= bracket[1].f else (1, 0)
    while count < most and abs(bracket[1].t - bracket[0].t) * size >= tolerance:
        a, b = bracket
        t = cubic_minimum(a.t, a.f, a.slope, b.t, b.f, b.slope)
        t, stuck = away_from_ends(t, a.t, b.t, stuck)
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


def away_from_ends(t: Tensor, first: np.ndarray, second: np.ndarray, stuck: Any) -> Any:
    """Move `t` off the ends of the stretch when it comes too near to one a second time."""
    lowest, highest = min(first, second), max(first, second)
    margin = 0.1 * (highest - lowest)
    if min(highest - t, t - lowest) >= margin:
        return t, False
    if not stuck and lowest < t < highest:
        return t, True
    return (highest - margin if abs(t - highest) < abs(t - lowest) else lowest + margin), False
