"""Plans: the formulas that a node runs, for one combination of inputs, with the values they need.

A plan depends on which inputs need a gradient and which are Tensors. It is made once for each
combination, with functions generated for it (`codegen.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.codegen import unpack_lines, write_backward, write_save
from autograd.runtime import observer
from autograd.runtime.execution_state import override
from autograd.runtime.records import Record
from autograd.tensor.lazy_bits import as_result_array, resolve
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

# Parameters that may be complex numbers, or say that their formula makes some.
COMPLEX_PARAMS = {"alpha", "beta", "weight", "other", "normalization"}


class Plan(Record):
    """The saved values of a node (tensor inputs, outputs, plain values) with its formulas."""

    formulas: tuple  # (first edge, formula, its argument names), in the order of the inputs
    parts: tuple  # (name, formula, its argument names) of values that several formulas share
    saved_inputs: tuple[int, ...]
    saved_outputs: tuple[int, ...]
    saved_names: tuple[str, ...]  # of the two above
    scalar_inputs: tuple[int, ...]  # inputs that are numbers or None: kept as they are
    scalar_names: tuple[str, ...]
    extra_names: tuple[str, ...]  # shapes and parameters
    save: Callable  # returns what a node saves, and the plain values beside that
    has_saved: bool  # whether freeing the node releases anything
    many_outputs: bool
    variadic: bool
    last_edge: int  # the index of the last edge that gets a gradient
    backward: Callable
    run_single_edge: Callable | None  # for a node with one gradient only, for `last_edge`
    without_gradient: tuple[int, ...]  # inputs that need a gradient and have no formula


def make_plan(
        op: Any, needs_grad: int, scalars: int, stepped: str = "", even: bool = False) -> Plan:
    """Make the plan of `op`, by bits: inputs that need a gradient, inputs that are no Tensors.

    `stepped` is the kind of a result whose gradients are rounded at each step, complex numbers or
    16-bit floats. `even` promises that gradients have the shape and dtype of the inputs.
    """
    wanted = tuple(
        (index, select_formula(op, slot, stepped), op.gradients[slot].names)
        for index, slot in enumerate(op.slots)
        if slot in op.gradients and (op.variadic or needs_grad >> index & 1)
    )
    names, parts = collect_names(op, needs_grad, wanted)
    slots = [(i, slot) for i, slot in enumerate(op.slots) if slot in names]
    tensors = [(i, slot) for i, slot in slots if not scalars >> i & 1]
    numbers = [(i, slot) for i, slot in slots if scalars >> i & 1]
    results = [(i, name) for i, name in enumerate(op.outputs) if name in names]
    saved = tuple(name for _, name in tensors + results)
    scalar_names = tuple(name for _, name in numbers)
    extras = tuple(sorted(names.difference(saved, scalar_names)))
    has_saved = bool(saved or scalar_names or op.saves_subscript)
    opened = unpack_lines(tensors, results, scalar_names + extras, parts)
    return Plan(
        wanted,
        parts,
        tuple(i for i, _ in tensors),
        tuple(i for i, _ in results),
        saved,
        tuple(i for i, _ in numbers),
        scalar_names,
        extras,
        write_save(op, scalars, tensors, results, numbers, extras),
        has_saved,
        any("grads" in names for _, _, names in wanted),
        op.variadic,
        needs_grad.bit_length() - 1,
        *write_backward(op, needs_grad, wanted, opened, has_saved, even),
        inputs_without_gradient(op, needs_grad),
    )


def collect_names(op: Any, needs_grad: int, wanted: tuple[Any, ...]) -> tuple[set[str], tuple]:
    """Return the names that the wanted formulas use, and the parts that they share."""
    names = {name for _, _, used in wanted for name in used}
    parts = tuple((name, *part) for name, part in op.parts.items() if name in names)
    kept = names_always_saved(op, needs_grad).union(*(used for _, _, used in parts))
    return (kept | names.difference(op.parts)) - {"grad", "grads"}, parts


def inputs_without_gradient(op: Any, needs_grad: int) -> tuple[int, ...]:
    """Return the indices of inputs that need a gradient and have no formula."""
    return () if op.variadic else tuple(
        i for i, slot in enumerate(op.slots) if needs_grad >> i & 1 and slot not in op.gradients)


def select_formula(op: Any, slot: str, stepped: str) -> Callable:
    """Return the formula for an input, adapted to the `stepped` kind of the result, if any."""
    gradient = op.gradients[slot]
    if not stepped or stepped != "c" and gradient.at_once:
        return gradient.formula
    numbers = [name not in op.params for name in gradient.names]
    formula = conjugate_formula(op, slot) if stepped == "c" else gradient.formula
    return run_with_ops(formula, numbers)


def names_always_saved(op: Any, needs_grad: int) -> set[str]:
    """Return the names that torch saves whichever gradients are wanted.

    These are results and numbers that any formula uses, and inputs that several use.
    """
    used = [name for each in op.gradients.values() for part in each.names
             for name in (op.parts[part][1] if part in op.parts else (part,))]
    often = {name for name in op.slots if used.count(name) > 1}
    numbers = {name for name in used if name in op.params or name.endswith("_shape")}
    return numbers | often.union(op.outputs).intersection(used) | {
        name for name in op.kept
        if not op.saves_if_needed or name not in op.slots or needs_grad >> op.slots.index(name) & 1
    }


def conjugate_formula(op: Any, slot: str) -> Callable:
    """Return the formula of a holomorphic op for complex numbers.

    torch's gradient of a complex function is the formula of the conjugates of all but the gradient:
    `grad * conj(other)` for `grad * other`. So records are written for real numbers. Conjugating
    the gradient before and after would be equal, but for signs of zeros. Raises RuntimeError for an
    op that torch differentiates for real numbers only.
    """
    if op.real_only:
        raise RuntimeError(
            f"{op.real_only} does not support automatic differentiation for outputs with "
            "complex dtype."
        )
    formula, names = op.gradients[slot].formula, op.gradients[slot].names
    if op.gradients[slot].complex is not None:
        return op.gradients[slot].complex
    known = COMPLEX_PARAMS.union(op.slots, op.outputs)
    places = [i for i, name in enumerate(names) if name in known]
    if not places:
        return formula

    def run(*values):
        given = list(values)
        for i in places:
            given[i] = conjugate(given[i])
        return formula(*given)

    return run


def conjugate(value: Any) -> Any:
    """Return the conjugate of an array, a Tensor or a number, or of each in a list; reals stay."""
    if isinstance(value, list | tuple):
        return [conjugate(each) for each in value]
    array = value._array if isinstance(value, Tensor) else value
    return value.conjugate() if isinstance(value, complex) else (
        value.conj() if getattr(array, "dtype", REAL).kind == "c" else value)


REAL = np.dtype(float)


def run_with_ops(formula: Callable, numbers: list[bool]) -> Callable:
    """Wrap `formula` so that it computes with ops, on Tensors, also where it gets arrays.

    numpy rounds products of complex numbers, and numbers beside 16-bit floats, differently from
    torch. `numbers` has a bool for each argument: whether it is wrapped; parameters are not.
    """

    def run(*values):
        if any(map(has_tensors, values)):
            return formula(*values)
        with observer.observing(None), override(grad_enabled=False):
            found = formula(*[wrap_arrays(x) if own else x for x, own in zip(values, numbers)])
        if isinstance(found, list | tuple):
            return [unwrap_array(each) for each in found]
        return unwrap_array(found)

    return run


def has_tensors(value: ArrayOrTensor | Sequence[Any] | complex | None) -> bool:
    """Return whether this is a Tensor, or a sequence with one, as gradients of several outputs."""
    return isinstance(value, Tensor) or isinstance(value, list | tuple) and any(
        isinstance(each, Tensor) for each in value)


def wrap_arrays(
        value: np.ndarray | Sequence[Any] | float | None) -> Any:
    """Return an array as a Tensor, also those in a list; others as they are."""
    if isinstance(value, list | tuple):
        return type(value)(map(wrap_arrays, value)) if any(map(is_array, value)) else value
    return wrap(as_result_array(value)) if is_array(value) else value


def is_array(value: Any) -> bool:
    """Return whether this is an array or a numpy scalar."""
    return isinstance(value, np.ndarray | np.generic)


def unwrap_array(value: Tensor) -> Any:
    """Return the array of a Tensor; others as they are."""
    return resolve(value._array) if isinstance(value, Tensor) else value
