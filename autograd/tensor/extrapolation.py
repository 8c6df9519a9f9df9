"""Results of ops on meta tensors, whose zeros would take more memory than there is.

An op runs on small stand-ins instead: each long dimension is given a few short lengths in turn, and
the lengths of the result are linear in them, whatever the op.
"""

from __future__ import annotations

import math
from itertools import count
from typing import Any

import numpy as np

from autograd.tensor.lazy_bits import in_memory, resolved


MOST_ENTRIES = 1 << 20  # entries for which memory is taken; more of them lie in one place
LONG = 32  # shorter dimensions stand for themselves: kernels, channels, groups
FEW = 1 << 9  # the greatest step between two lengths of a stand-in
MOST_TIMES = 8  # one length may be another
large: list[bool] = []  # not empty once there are more zeros than take memory: backwards look


def zeros(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Zeros of a shape; of very many, all in one place."""
    if np.prod(shape, dtype=object) <= MOST_ENTRIES:
        return np.zeros(shape, dtype)
    large[:] = [True]
    return np.lib.stride_tricks.as_strided(np.zeros(1, dtype), shape, (0,) * len(shape))


def run_without_memory(
        op: Any, arrays: list[Any], params: dict[str, Any]) -> np.ndarray | tuple[np.ndarray, ...]:
    """Run an op on the arrays of meta tensors; what it makes takes memory only where it is small.

    NotImplementedError where its shape is not linear in those of the arrays.
    """
    if entries_of(arrays) * math.prod(n for n in numbers_in(params) if n > LONG) <= MOST_ENTRIES:
        return op.forward(*resolved(arrays), **params)
    if op.result_sized:
        return zeros(params["size"], arrays[0].dtype)
    made = extrapolated(op, arrays, params)
    if made is None:
        if max(x.size for x in arrays if isinstance(x, np.ndarray)) <= MOST_ENTRIES:
            return op.forward(*resolved(arrays), **params)
        raise NotImplementedError(
            f"{op.name}: the shape of its result is not known for meta tensors as large as "
            f"{[list(x.shape) for x in arrays if isinstance(x, np.ndarray)]}: try smaller ones.")
    kinds, shapes, several = made
    results = [zeros(shape, kind) for shape, kind in zip(shapes, kinds)]
    return tuple(results) if several else results[0]


def entries_of(arrays: list[Any]) -> int:
    """The product of the numbers of entries, which no result of usual ops exceeds."""
    return math.prod(max(x.size, 1) for x in arrays if isinstance(x, np.ndarray))


def extrapolated(op: Any, arrays: list[Any], params: dict[str, Any]) -> tuple[Any, ...] | None:
    """The dtypes and shapes of results, and whether there are several; None if not linear."""
    numbers = numbers_in(params)
    lengths = {n for x in arrays if isinstance(x, np.ndarray) for n in x.shape} | set(numbers)
    roots, factors = roots_of(sorted(n for n in lengths if n > LONG), numbers)
    step = step_of(op.name, numbers)
    first = stand_ins(roots, step, factors, lengths)
    corners = [[0] * len(roots), [1] * len(roots), [2] * len(roots)]
    corners += [[int(i == at) for i in range(len(roots))] for at in range(len(roots))]
    runs = []
    for corner in corners:
        small = {n: start + step * times for n, start, times in zip(roots, first, corner)}
        small |= {n: factor * small[root] for n, (root, factor) in factors.items()}
        try:
            runs.append(run_small(op, arrays, params, small))
        except (ValueError, IndexError, RuntimeError, TypeError, ZeroDivisionError):
            return None
    (kinds, base, several), *others = runs
    if any([len(shape) for shape in found] != [len(shape) for shape in base]
           for _, found, _ in others):
        return None
    times = [(n - start) // step for n, start in zip(roots, first)]
    found = [[found[number] for _, found, _ in others] for number in range(len(base))]
    shapes = [tuple(length_at(n, [shape[i] for shape in at], times) for i, n in enumerate(shape))
              for shape, at in zip(base, found)]
    return None if any(None in shape for shape in shapes) else (kinds, shapes, several)


def length_at(base: int, found: list[int], times: list[int]) -> int | None:
    """A length of a result from those of its small runs; None where it is not linear in them."""
    once, twice, *each = [n - base for n in found]
    if once != sum(each) or twice != 2 * once:
        return None
    return base + sum(slope * steps for slope, steps in zip(each, times))


def run_small(
        op: Any, arrays: list[Any], params: dict[str, Any], lengths: dict[int, int]
) -> tuple[Any, ...]:
    """The dtypes and shapes that an op makes of stand-ins, and whether it makes several."""
    small = [stand_in([lengths.get(n, n) for n in x.shape], x.dtype)
             if isinstance(x, np.ndarray) else x for x in map(in_memory, arrays)]
    made = op.forward(*small, **{name: shortened(x, lengths) for name, x in params.items()})
    results = made if type(made) is tuple else (made,)
    results = [np.asarray(x) for x in results]
    return [x.dtype for x in results], [x.shape for x in results], type(made) is tuple


def stand_in(shape: list[int], dtype: np.dtype) -> np.ndarray:
    """Zeros, or of floats matrices of ones on the diagonal, which have inverses and factors."""
    made = np.zeros(shape, dtype)
    if made.ndim > 1 and dtype.kind in "fc":
        np.einsum("...ii->...i", made[..., :min(shape[-2:]), :min(shape[-2:])])[...] = 1
    return made


def shortened(
        value: Any, lengths: dict[int, int]
) -> Any:
    """A parameter in which long lengths, and arrays that have them, are those of stand-ins."""
    if type(value) in (tuple, list):
        return type(value)(shortened(x, lengths) for x in value)
    if type(value) is slice:
        return slice(*(shortened(x, lengths) for x in (value.start, value.stop, value.step)))
    if isinstance(value, np.ndarray):
        return np.zeros([lengths.get(n, n) for n in value.shape], value.dtype)
    return lengths.get(value, value) if type(value) is int else value


def numbers_in(
        value: Any) -> list[int]:
    """All whole numbers above 1 in a parameter, and the lengths of arrays in it."""
    if type(value) is dict:
        return [n for x in value.values() for n in numbers_in(x)]
    if type(value) in (tuple, list):
        return [n for x in value for n in numbers_in(x)]
    if type(value) is slice:
        return numbers_in([value.start, value.stop, value.step])
    if isinstance(value, np.ndarray):
        return list(value.shape)
    return [value] if isinstance(value, int) and value > 1 else []


def roots_of(long: list[int], numbers: list[int]) -> tuple[list, dict]:
    """Long lengths, and those that are a few times one of them, as of gates or groups."""
    known = {}
    for n in long:
        part = next((m for m in known if n % m == 0 and n // m in {2, 3, 4, *numbers}
                     and known[m][1] * n <= MOST_TIMES * m), n)
        root, factor = known.get(part, (n, 1))
        known[n] = root, factor * (n // part)
    return [n for n in long if known[n][0] == n], {
        n: found for n, found in known.items() if found[0] != n}


def step_of(name: str, numbers: list[int]) -> int:
    """A multiple of all short `numbers`, as far as it is small.

    So strides, groups and factors of scale leave the same rest of a length as of its stand-in.
    """
    step, power = 2, 2 if "shuffle" in name else 1
    for n in sorted({n ** power for n in numbers if n <= LONG}):
        if math.lcm(step, n) <= FEW:
            step = math.lcm(step, n)
    return step


def stand_ins(roots: list[int], step: int, factors: dict[str, Any], lengths: set[int]) -> list[int]:
    """For each long length a short one that leaves the same rest, longer than all short ones.

    All are different, in all runs, and in the order of the long ones where that costs little.
    """
    made, taken = [], set(lengths)
    least = max(8, *(n + 1 for n in lengths if n <= LONG), 0)
    for n in roots:
        wide = {1} | {factor for root, factor in factors.values() if root == n}
        start = next(k for k in count(least + (n - least) % step, step) if not taken & {
            factor * (k + step * times) for factor in wide for times in range(3)})
        taken |= {factor * (start + step * times) for factor in wide for times in range(3)}
        made.append(start)
        least = start + 2 * step + 1 if step <= 4 else least
    return made
