"""The backward of one op beside central differences of its forward, in float64.

A run is repeated up to the op that makes a node; there the op runs again, at copies of its recorded
operands in float64: its backward gives slopes (the *analytic* numbers), and its forward a little
beside each operand gives differences (the *numeric* ones). Small ops are compared slope for slope;
of larger ones the outputs are summed with fixed weights, and some entries of each operand are
tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from autograd.engine.function.function import CustomOp
from autograd.functions.autograd.backward import grad
from autograd.runtime import grad_mode, interpreters, observer
from autograd.tensor.tensor import Tensor, wrap

EPS, ATOL, RTOL = 1e-6, 1e-5, 1e-3
MOST_SLOPES, MOST_OUTPUTS = 4096, 64  # of an op that is compared slope for slope
MOST_TRIED = 256  # entries of each operand of a larger one
MOST_ENTRIES = 10**6  # of all operands and results, in either case
MOST_SECONDS = 2.0  # for all differences together, by the time of one forward
MOST_ROWS = 20
JUMP = 4  # differences over a 16th of the distance are larger by this where the value jumps

Arrays = list[Any]


class Refused(Exception):
    """Raised with the reason (a word for the page) why an op cannot be checked."""

    def __init__(self, reason: str, message: str | None = None):
        super().__init__(reason)
        self.reason, self.message = reason, message


class Slot(NamedTuple):
    """An operand whose gradient is checked: its position, its name, its array in float64."""

    position: int
    name: str
    array: np.ndarray


class Watcher:
    """Calls `found` with the result of the check when the op of one node has run."""

    def __init__(self, recorder: Any, node: str, found: Callable[[dict[str, Any]], None]):
        self.recorder, self.node, self.found = recorder, node, found
        self.before: tuple[Any, Any] = None, None  # a target of a write, and its array before
        self.methods = recorder.op, recorder.pair, recorder.writing
        recorder.op, recorder.pair, recorder.writing = self.op, self.pair, self.writing

    def writing(self, tensor: Tensor, op: Any = None) -> None:
        self.before = (None, None) if op is None else (tensor, tensor._array.copy())
        self.methods[2](tensor, op)

    def op(self, op: Any, inputs: Any, params: Any, outputs: Any, node: Any) -> None:
        self.methods[0](op, inputs, params, outputs, node)
        self.look(op, inputs, params, outputs, node)

    def pair(self, op: Any, a: Any, b: Any, result: Any, node: Any) -> None:
        self.methods[1](op, a, b, result, node)
        self.look(op, (a, b), {}, (result,), node)

    def look(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Any],
            node: Any) -> None:
        """Check the op if its node is the one in question."""
        if node is None or self.recorder.ids.known(node) != self.node:
            return
        target, array = self.before
        if not any(target is y for y in outputs):
            self.found(check(op, inputs, params))
        elif any(x is not target and shares_memory(x, target) for x in inputs):
            self.found(result_of(op) | {"refused": "in_place"})
        else:
            self.found(check(op, [
                wrap(array, x._requires_grad) if x is target else x for x in inputs], params))


def shares_memory(x: Any, target: Tensor) -> bool:
    return isinstance(x, Tensor) and np.may_share_memory(x._array, target._array)


def result_of(op: Any) -> dict[str, Any]:
    """Return the result of a check in which nothing was compared yet."""
    return {
        "custom": isinstance(op, CustomOp), "refused": None, "message": None, "each": True,
        "eps": EPS, "operands": [], "rows": [], "rounding": None,
    }


def check(op: Any, inputs: Sequence[Any], params: dict[str, Any]) -> dict[str, Any]:
    """Return what came of the check, JSON-ready: `refused`, or the numbers that differ."""
    told = result_of(op)
    try:
        with observer.observing(None), grad_mode.enable_grad(), np.errstate(all="ignore"):
            return told | Comparison(op, inputs, params).compare()
    except Refused as refusal:
        return told | {"refused": refusal.reason, "message": refusal.message}
    except Exception as error:  # of the program's own code, or of an op that takes no float64
        return told | {"refused": "failed", "message": words_of(error)}


def words_of(error: BaseException) -> str:
    """Return an exception as a short text."""
    return f"{type(error).__name__}: {error}"[:300]


def as_float64(array: np.ndarray) -> np.ndarray:
    """Return a copy of a real floating array in float64."""
    return (array.astype(np.float32) if array.dtype.kind == "V" else array).astype(np.float64)


def is_floating(array: Any) -> bool:
    return isinstance(array, np.ndarray) and array.dtype.kind in "fV"


class Comparison:
    """The backward and the forward of one op at recorded operands."""

    def __init__(self, op: Any, inputs: Sequence[Any], params: dict[str, Any]):
        self.op, self.inputs, self.params = op, list(inputs), params
        self.check_kind()
        self.given: Arrays = [x._array if isinstance(x, Tensor) else x for x in inputs]
        self.arrays = [as_float64(x) if is_floating(x) else x for x in self.given]
        gradients = None if isinstance(op, CustomOp) or op.variadic else op.gradients
        self.slots = [
            Slot(i, op.slot(i), self.arrays[i]) for i, x in enumerate(inputs)
            if isinstance(x, Tensor) and x._requires_grad and is_floating(x._array)
            and (gradients is None or op.slot(i) in gradients)]
        if not any(slot.array.size for slot in self.slots):
            raise Refused("nothing")
        self.constant: frozenset[int] = frozenset()  # of the floating results, without a derivative

    def check_kind(self) -> None:
        """Raise Refused for operands that have no slopes by themselves."""
        arrays = [x._array for x in self.inputs if isinstance(x, Tensor)]
        if interpreters.stack or not all(type(array) is np.ndarray for array in arrays):
            raise Refused("transform")
        if any(isinstance(x, Tensor) and x._meta for x in self.inputs):
            raise Refused("transform")
        if any(array.dtype.kind == "c" for array in arrays):
            raise Refused("complex")
        if isinstance(self.op, CustomOp) and self.op.context.dirty_tensors:
            raise Refused("in_place")
        if sum(array.size for array in arrays) > MOST_ENTRIES:
            raise Refused("large")

    # -- the op, run again ---------------------------------------------------------------------

    def call(self, arrays: Arrays, needs_grad: bool) -> tuple[Arrays, list[Tensor]]:
        """Run the op on copies of arrays; return its operands and its floating results."""
        wanted = {slot.position for slot in self.slots}
        tensors = [
            wrap(x.copy(), needs_grad and i in wanted) if isinstance(x, np.ndarray) else x
            for i, x in enumerate(arrays)]
        with grad_mode.set_grad_enabled(needs_grad):
            made = self.run(tensors)
        results: Sequence[Any] = made if type(made) in (tuple, list) else (made,)
        marked = self.op.context._marked if isinstance(self.op, CustomOp) else ()
        floating = [
            y for nr, y in enumerate(results)
            if isinstance(y, Tensor) and is_floating(y._array) and nr not in marked]
        return tensors, [y for nr, y in enumerate(floating) if nr not in self.constant]

    def run(self, tensors: Arrays) -> Any:
        if not isinstance(self.op, CustomOp):
            return self.op(*tensors, **self.params)
        left = iter(tensors)
        return self.op.function.apply(*[
            self.params[name] if name in self.params else next(left)
            for name in self.op.arguments])

    def forward(self, arrays: Arrays) -> np.ndarray:
        """Return all results of the op in one row."""
        try:
            results = self.call(arrays, False)[1]
        except Exception as error:
            raise Refused("forward", words_of(error)) from error
        return np.concatenate([np.zeros(0), *(y._array.ravel() for y in results)])

    def backward(self, arrays: Arrays, seed: np.ndarray) -> list[np.ndarray | None]:
        """Return the gradient of each slot for the gradient `seed` of all results."""
        try:
            tensors, results = self.call(arrays, True)
            kept: list[Tensor] = []
            seeds: list[Tensor | None] = []
            for result in results:
                part, seed = seed[:result._array.size], seed[result._array.size:]
                if result._requires_grad:
                    kept.append(result)
                    seeds.append(wrap(part.reshape(result._array.shape)
                                      .astype(result._array.dtype)))
            if not kept:
                return [None for _ in self.slots]
            asked = [tensors[slot.position] for slot in self.slots]
            found = grad(kept, asked, seeds, allow_unused=True)
        except Exception as error:
            raise Refused("backward", words_of(error)) from error
        return [None if g is None else as_float64(g._array).ravel() for g in found]

    def find_constant(self) -> frozenset[int]:
        """Return the numbers of results of an op of the table that no gradient comes back from.

        Of some ops torch has a derivative for the first result only, such as attention.
        """
        if isinstance(self.op, CustomOp):
            return frozenset()
        sizes = [y._array.size for y in self.call(self.arrays, False)[1]]
        found: list[int] = []
        first = 0
        for nr, size in enumerate(sizes):
            seed = np.zeros(sum(sizes))
            seed[first:first + size] = weights(size)
            first += size
            if nr and not any(g is not None and g.any() for g in self.backward(self.arrays, seed)):
                found.append(nr)
        return frozenset(found)

    # -- the comparison ------------------------------------------------------------------------

    def compare(self) -> dict[str, Any]:
        """Return the numbers that differ, and how many were compared."""
        self.forward(self.arrays)  # which loads what it needs
        self.constant = self.find_constant()
        began = time.monotonic()
        base = self.forward(self.arrays)
        seconds = time.monotonic() - began
        if not np.array_equal(base, self.forward(self.arrays), equal_nan=True):
            raise Refused("random")
        if any(y._array.dtype != np.float64 for y in self.call(self.arrays, False)[1]):
            raise Refused("narrow")
        if not base.size:
            raise Refused("nothing")
        entries = sum(slot.array.size for slot in self.slots)
        each = entries * base.size <= MOST_SLOPES and base.size <= MOST_OUTPUTS
        if base.size > MOST_ENTRIES:
            raise Refused("large")
        seeds = np.eye(base.size) if each else weights(base.size)[None]
        analytic = [self.backward(self.arrays, seed) for seed in seeds]
        most = max(2, int(MOST_SECONDS / (2 * seconds + 1e-6)) // len(self.slots))
        tried = [
            np.unique(np.linspace(0, slot.array.size - 1, min(
                slot.array.size, most, MOST_SLOPES if each else MOST_TRIED)).astype(int))
            if slot.array.size else np.zeros(0, int) for slot in self.slots]
        operands: list[dict[str, Any]] = []
        rows: list[dict[str, Any]] = []
        for nr, (slot, places) in enumerate(zip(self.slots, tried)):
            found = [row for place in places
                     for row in self.compare_entry(slot, nr, int(place), base, seeds, analytic)]
            operands.append({"slot": slot.name, "entries": slot.array.size,
                             "tried": len(places), "differing": len(found),
                             "kinks": sum(row["reason"] == "kink" for row in found)})
            rows += found
        rows.sort(key=weight_of)
        return {"each": each, "operands": operands, "rounding": self.rounding(seeds, analytic),
                "rows": [to_json(row) for row in rows[:MOST_ROWS]]}

    def compare_entry(
            self, slot: Slot, nr: int, place: int, base: np.ndarray, seeds: np.ndarray,
            analytic: list[list[np.ndarray | None]]) -> list[dict[str, Any]]:
        """Return a row for each slope by one entry that is not that of the backward."""
        near = self.differences(slot, place, base, EPS)
        numeric, left, right = [seeds @ each for each in near[:3]]
        noise = 8 * np.finfo(np.float64).eps * (np.abs(seeds) @ np.abs(base)) / near.eps
        finer = None
        rows: list[dict[str, Any]] = []
        for output in range(len(seeds)):
            gradient = analytic[output][nr]
            told = 0.0 if gradient is None else float(gradient[place])
            limits = noise[output], told, float(numeric[output])
            if agree(*limits):
                continue
            sides = float(left[output]), float(right[output])
            if finer is None:
                finer = seeds @ self.differences(slot, place, base, EPS / 16).numeric
            rows.append({
                "slot": slot.name, "index": index_of(place, slot.array.shape),
                "output": output if len(seeds) == base.size and base.size > 1 else None,
                "analytic": told, "numeric": limits[2], "left": sides[0], "right": sides[1],
                "reason": reason_of(*limits, *sides, float(finer[output]), gradient is None)})
        return rows

    def differences(self, slot: Slot, place: int, base: np.ndarray, eps: float) -> Differences:
        """Return the slopes of all results by one entry: across it, before it and after it."""
        x = slot.array.ravel()[place]
        step = eps * max(1.0, abs(float(x))) if np.isfinite(x) else eps
        made = []
        for moved in (x - step, x + step):
            array = slot.array.copy()
            array.reshape(-1)[place] = moved
            arrays = list(self.arrays)
            arrays[slot.position] = array
            made.append((self.forward(arrays), moved))
        (low, before), (high, after) = made
        if low.size != base.size or high.size != base.size:
            raise Refused("random")
        return Differences((high - low) / (after - before), (base - low) / (x - before),
                           (high - base) / (after - x), step)

    def rounding(self, seeds: np.ndarray, analytic: list[list[np.ndarray | None]]) -> float | None:
        """Return how far the backward in the run's own dtype is from that in float64, at most."""
        if all(x.dtype == np.float64 for x in self.given if is_floating(x)):
            return None
        try:
            apart = [
                float(np.max(np.abs(one - other), initial=0.0))
                for seed, row in zip(seeds, analytic)
                for one, other in zip(self.backward(self.given, seed), row)
                if one is not None and other is not None]
        except Refused:
            return None
        most = max(apart, default=0.0)
        return most if np.isfinite(most) else None


class Differences(NamedTuple):
    """Slopes of all results by one entry: the central one, those of either side, the step."""

    numeric: np.ndarray
    left: np.ndarray
    right: np.ndarray
    eps: float


def weights(size: int) -> np.ndarray:
    """Return fixed weights between 0.5 and 1.5, no two of neighbours alike."""
    return 0.5 + (np.arange(1, size + 1) * 0.6180339887498949) % 1.0


def agree(noise: float, one: float, other: float) -> bool:
    """Return whether two slopes are the same within the tolerances."""
    if not (np.isfinite(one) and np.isfinite(other)):
        return one == other or np.isnan(one) and np.isnan(other)
    return abs(one - other) <= ATOL + RTOL * abs(other) + noise


def reason_of(
        noise: float, analytic: float, numeric: float, left: float, right: float, finer: float,
        is_missing: bool) -> str:
    """Return why two slopes differ, as far as the forward around the entry shows."""
    if not all(map(np.isfinite, (analytic, numeric, left, right))):
        return "nonfinite"
    if abs(finer) > JUMP * abs(numeric) and not agree(noise, finer, numeric):
        return "jump"
    if not agree(noise, left, right):
        low, high = sorted((left, right))
        slack = ATOL + RTOL * max(abs(low), abs(high)) + noise
        if low - slack <= analytic <= high + slack:
            return "kink"
    return "missing" if is_missing else "other"


def weight_of(row: dict[str, Any]) -> tuple[bool, float]:
    """Return by what rows are sorted: kinks last, else the largest difference first."""
    apart = abs(row["analytic"] - row["numeric"])
    return row["reason"] == "kink", -apart if np.isfinite(apart) else -np.inf


def index_of(place: int, shape: tuple[int, ...]) -> list[int]:
    """Return the index of an entry by its row-major number."""
    return [int(i) for i in np.unravel_index(place, shape)] if shape else []


def to_json(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with words for what JSON has no number for."""
    return {name: number_of(field) if isinstance(field, float) else field
            for name, field in row.items()}


def number_of(x: float) -> float | str:
    if np.isfinite(x):
        return float(f"{x:.10g}")
    return "nan" if np.isnan(x) else "inf" if x > 0 else "-inf"
