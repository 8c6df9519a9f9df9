"""Shapes of the results of ops on meta tensors that are too large to compute with zeros.

An op runs on small stand-ins instead: each long dimension is given a few short lengths in turn, and
the lengths of the result are extrapolated, as they are linear in those of the inputs.
"""

from __future__ import annotations

import math
from itertools import count
from typing import Any

import numpy as np

from autograd.tensor import allocation
from autograd.tensor.allocation import zeros
from autograd.tensor.lazy_bits import raw_array, resolve

LONG = 32  # shorter dimensions stand for themselves: kernels, channels, groups
FEW = 1 << 9  # the greatest step between two lengths of a stand-in
MOST_TIMES = 8  # one length may be another


def run_without_memory(
        op: Any, arrays: list[Any], params: dict[str, Any]) -> np.ndarray | tuple[np.ndarray, ...]:
    """Run an op on the arrays of meta tensors; only small results take memory.

    Raises NotImplementedError if the result's shape is not linear in those of the arrays.
    """
    most = allocation.MOST_ENTRIES
    if count_entries(arrays) * math.prod(n for n in find_numbers(params) if n > LONG) <= most:
        return op.forward(*resolve(arrays), **params)
    if op.result_sized:
        return zeros(params["size"], arrays[0].dtype)
    made = extrapolate_shapes(op, arrays, params)
    if made is None:
        if max(x.size for x in arrays if isinstance(x, np.ndarray)) <= most:
            return op.forward(*resolve(arrays), **params)
        raise NotImplementedError(
            f"{op.name}: the shape of its result is not known for meta tensors as large as "
            f"{[list(x.shape) for x in arrays if isinstance(x, np.ndarray)]}: try smaller ones.")
    kinds, shapes, several = made
    results = [zeros(shape, kind) for shape, kind in zip(shapes, kinds)]
    return tuple(results) if several else results[0]


def count_entries(arrays: list[Any]) -> int:
    """Return the product of the numbers of elements, which results of most ops do not exceed."""
    return math.prod(max(x.size, 1) for x in arrays if isinstance(x, np.ndarray))


def extrapolate_shapes(op: Any, arrays: list[Any],
                       params: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return dtypes, shapes and whether there are several results; None if not linear."""
    numbers = find_numbers(params)
    lengths = {n for x in arrays if isinstance(x, np.ndarray) for n in x.shape} | set(numbers)
    roots, factors = find_roots(sorted(n for n in lengths if n > LONG), numbers)
    step = choose_step(op.name, numbers)
    first = choose_lengths(roots, step, factors, lengths)
    corners = [[0] * len(roots), [1] * len(roots), [2] * len(roots)]
    corners += [[int(i == at) for i in range(len(roots))] for at in range(len(roots))]
    runs = []
    for corner in corners:
        small = {n: start + step * times for n, start, times in zip(roots, first, corner)}
        small |= {n: factor * small[root] for n, (root, factor) in factors.items()}
        try:
            runs.append(run_stand_ins(op, arrays, params, small))
        except (ValueError, IndexError, RuntimeError, TypeError, ZeroDivisionError):
            return None
    (kinds, base, several), *others = runs
    if any([len(shape) for shape in found] != [len(shape) for shape in base]
           for _, found, _ in others):
        return None
    times = [(n - start) // step for n, start in zip(roots, first)]
    found = [[found[number] for _, found, _ in others] for number in range(len(base))]
    shapes = [tuple(extrapolate_length(n, [shape[i] for shape in at], times) for i,
                    n in enumerate(shape))
              for shape, at in zip(base, found)]
    return None if any(None in shape for shape in shapes) else (kinds, shapes, several)


def extrapolate_length(base: int, found: list[int], times: list[int]) -> int | None:
    """Return a length of a result from those of its small runs; None if it is not linear."""
    once, twice, *each = [n - base for n in found]
    if once != sum(each) or twice != 2 * once:
        return None
    return base + sum(slope * steps for slope, steps in zip(each, times))


def run_stand_ins(
        op: Any, arrays: list[Any], params: dict[str, Any], lengths: dict[int, int]
) -> tuple[Any, ...]:
    """Return dtypes and shapes of an op's results on stand-ins, and whether there are several."""
    small = [make_stand_in([lengths.get(n, n) for n in x.shape], x.dtype)
             if isinstance(x, np.ndarray) else x for x in map(raw_array, arrays)]
    made = op.forward(*small, **{name: shorten(x, lengths) for name, x in params.items()})
    results = made if type(made) is tuple else (made,)
    results = [np.asarray(x) for x in results]
    return [x.dtype for x in results], [x.shape for x in results], type(made) is tuple


def make_stand_in(shape: list[int], dtype: np.dtype) -> np.ndarray:
    """Return zeros; for floating matrices the identity, which has an inverse and factors."""
    made = np.zeros(shape, dtype)
    if made.ndim > 1 and dtype.kind in "fc":
        np.einsum("...ii->...i", made[..., :min(shape[-2:]), :min(shape[-2:])])[...] = 1
    return made


def shorten(
        value: Any, lengths: dict[int, int]
) -> Any:
    """Return a parameter with the lengths of stand-ins in place of long ones."""
    if type(value) in (tuple, list):
        return type(value)(shorten(x, lengths) for x in value)
    if type(value) is slice:
        return slice(*(shorten(x, lengths) for x in (value.start, value.stop, value.step)))
    if isinstance(value, np.ndarray):
        return np.zeros([lengths.get(n, n) for n in value.shape], value.dtype)
    return lengths.get(value, value) if type(value) is int else value


def find_numbers(
        value: Any) -> list[int]:
    """Return all integers above 1 in a parameter, and the lengths of arrays in it."""
    if type(value) is dict:
        return [n for x in value.values() for n in find_numbers(x)]
    if type(value) in (tuple, list):
        return [n for x in value for n in find_numbers(x)]
    if type(value) is slice:
        return find_numbers([value.start, value.stop, value.step])
    if isinstance(value, np.ndarray):
        return list(value.shape)
    return [value] if isinstance(value, int) and value > 1 else []


def find_roots(long: list[int], numbers: list[int]) -> tuple[list, dict]:
    """Return the independent long lengths, and those that are a small multiple of one of them.

    Gates and groups have such multiples.
    """
    known = {}
    for n in long:
        part = next((m for m in known if n % m == 0 and n // m in {2, 3, 4, *numbers}
                     and known[m][1] * n <= MOST_TIMES * m), n)
        root, factor = known.get(part, (n, 1))
        known[n] = root, factor * (n // part)
    return [n for n in long if known[n][0] == n], {
        n: found for n, found in known.items() if found[0] != n}


def choose_step(name: str, numbers: list[int]) -> int:
    """Return a multiple of all short `numbers`, as long as it is small.

    With this step between lengths, division by strides, groups and scale factors leaves the same
    remainder for a stand-in as for the real length.
    """
    step, power = 2, 2 if "shuffle" in name else 1
    for n in sorted({n ** power for n in numbers if n <= LONG}):
        if math.lcm(step, n) <= FEW:
            step = math.lcm(step, n)
    return step


def choose_lengths(roots: list[int], step: int, factors: dict[str, Any],
                   lengths: set[int]) -> list[int]:
    """Return for each long length a short one with the same remainder, longer than all short ones.

    All differ, in all runs, and they keep the order of the long ones where that costs little.
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
