"""The run of an op, recorded as a node where a gradient is needed.

An op makes new tensors (`apply`), writes in place or into `out=` (`apply_into`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine import transform_levels
from autograd.engine.inplace_checks import (
    check_clonable, check_result_fits, check_inplace_histories, check_inputs_fit,
    check_target_overlap, integer_autograd_error,
)
from autograd.engine.out_checks import NO_HISTORY, check_out, resize_out
from autograd.graph import saved_tensor_hooks as saving
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node import clone_before_write, make_node
from autograd.graph.views import View, rebase_base
from autograd.runtime import interpreters, observer
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import record as facts_of, writes_of
from autograd.runtime.interpreters import stack
from autograd.tensor.batched_tensor import innermost_interpreter
from autograd.tensor.shape_inference import run_without_memory
from autograd.tensor.lazy_bits import as_result_array, in_use, resolve
from autograd.tensor.mutation import bump_version
from autograd.tensor.overlap import has_internal_overlap
from autograd.tensor.memory_format import cast
from autograd.tensor.tensor import Tensor, set_grad_fn, regenerate_grad_fn, wrap

if TYPE_CHECKING:
    from autograd.graph.node import Node

NO_PARAMS: dict = {}
NOTHING: tuple = ()
ndarray = np.ndarray


def apply(
        op: Any, inputs: Sequence[Any], params: dict[str, Any] = NO_PARAMS,
        dtype: np.dtype | None = None) -> Any:
    """Run and record `op` on Tensors, numbers or None, in `dtype`; return one Tensor or a tuple."""
    if stack and (level := innermost_interpreter(inputs, params.get("key"))) is not None:
        return level.apply(op, inputs, params, dtype)
    # The hottest lines of the engine: one pass over the inputs finds arrays, edges and bits.
    arrays, edges, node, needs_grad, scalars, lost, bit = [], [], None, 0, 0, 0, 1
    gradients = op.gradients
    for x in inputs:
        edge = None
        if isinstance(x, Tensor):
            arrays.append(x._array if dtype is None else cast(x._array, dtype))
            if x._base is not None and gradients and execution.grad_enabled:
                regenerate_grad_fn(x)
            if x._requires_grad and gradients:
                needs_grad |= bit
                edge = x._edge or gradient_edge(x)
                lost |= 0 if edge or op.underived else bit  # of a view off the tape: its base is on
        else:
            arrays.append(x)
            scalars |= bit
        edges.append(edge)
        bit += bit
    computed = (run_special_arrays(op, inputs, arrays, params) if in_use and not op.view else
                op.forward(*arrays, **params) if params else op.forward(*arrays))
    if type(computed) is tuple:
        result = outputs = tuple([wrap(as_result_array(array)) for array in computed])
    else:
        result = wrap(computed if type(computed) is ndarray else as_result_array(computed))
        outputs = (result,)
    if needs_grad and execution.grad_enabled:
        plan_key = needs_grad & ~lost or (needs_grad if len(op.gradients) == 1 else 0), scalars
        node = record_op(op, inputs, params, plan_key, edges, outputs)
        set_grad_fns(outputs, node)
    if op.view:
        for number, output in enumerate(outputs):
            View(op, inputs[0], params, number if type(computed) is tuple else None).tie(output)
    if observer.current is not None:
        observer.current.op(op, inputs, params, outputs, node)
    return result


def run_special_arrays(
        op: Any, inputs: Sequence[Any], arrays: list[Any], params: dict[str, Any]
) -> np.ndarray | tuple[np.ndarray, ...]:
    """Run an op on arrays that may have conj or neg bits, or be of meta tensors."""
    if interpreters.any_meta_tensors and any(isinstance(x, Tensor) and x._meta for x in inputs):
        return run_without_memory(op, arrays, params)
    return op.forward(*resolve(arrays), **params)


def apply_into(
        target: Tensor, op: Any, inputs: Any, params: dict[str, Any] = NO_PARAMS,
        dtype: np.dtype | None = None, by: str | None = None) -> Tensor:
    """Run `op` and write its result into `target`, whose version is incremented.

    This is every in-place method (`target` is then among the inputs) and every `out=`.
    """
    if stack and (level := innermost_interpreter((target, *inputs), params.get("key"))) is not None:
        return level.apply_into(target, op, inputs, params, dtype, by)
    if target._meta or not any(x is target for x in inputs):
        return apply_out(target, op, inputs, params, dtype, by)
    recorded = execution.grad_enabled and is_write_recorded(op, target)
    needs_grad = needs_grad_bits(inputs) if recorded else 0
    transform_levels.check_captured_write(target, op.name, len(inputs) > 1)
    check_inplace_histories(target, inputs, needs_grad)
    check_target_overlap(target, inputs, by)
    given = inputs
    if needs_grad & 1 and inputs[0] is target and target._array.dtype.kind in "biu":
        check_clonable(op, inputs, needs_grad)
    # torch saves the target as it was; `x.mul_(x)` saves x itself, too, and makes it stale.
    inputs = copy_target_inputs(inputs, target) if needs_grad else tuple(inputs)
    try:
        computed = np.asarray(op.forward(*inputs_to_arrays(inputs, dtype), **params))
    except NotImplementedError:  # of a kernel, which torch reaches only when the shapes fit
        check_inputs_fit(target, inputs, cast=facts_of(op.name.split("_")[0]).derived)
        raise
    check_result_fits(target, computed)
    node = record_write(op, inputs, params, needs_grad, target, computed) if needs_grad else None
    if observer.current is not None:
        observer.current.writing(target, op)
    write_result(target, computed, by)
    try:
        if node is not None:
            node._held = tuple((target.alias(), target._counter[0]) if node._origin(i) else entry
                               for i, entry in enumerate(node._held))
            rebase_history(target, node)  # may raise, though the write is done
    finally:
        if observer.current is not None:
            observer.current.op(op, given, params, (target,), node)
            observer.current.wrote(target, by or op.name)
    return target


def record_write(
        op: Any, inputs: tuple[Any, ...], params: dict[str, Any], needs_grad: int, target: Tensor,
        computed: np.ndarray) -> Node:
    """Make the node of an op that will be written in place; it is no tensor's grad_fn yet."""
    computed = computed.astype(target._array.dtype, copy=False)  # as for `x.gt_(0)`
    edges = [gradient_edge(x) if isinstance(x, Tensor) else None for x in inputs]
    scalars = sum(1 << i for i, x in enumerate(inputs) if not isinstance(x, Tensor))
    node = record_op(op, inputs, params, (needs_grad, scalars), edges, (wrap(computed),))
    return saving.pack_saved_tensors(node, False)


def copy_target_inputs(inputs: Any, target: Tensor) -> tuple:
    """Return the inputs of a recorded write, with a clone for the target if it is the first."""
    return tuple([
        clone_before_write(x) if x is target and not i else x for i, x in enumerate(inputs)])


def is_write_recorded(op: Any, target: Tensor) -> bool:
    """Return whether a write is recorded; into integers torch records all but copies."""
    return bool(op.gradients) and (not op.is_copy or target._array.dtype.kind in "fcV")


def write_result(target: Tensor, computed: np.ndarray, by: Any) -> None:
    """Write an array into a tensor's memory, in which entries may overlap."""
    overlaps = writes_of(by).uniform and has_internal_overlap(target._array)
    fresh = computed != target._array if overlaps else True
    np.copyto(target._array, computed, casting="unsafe", where=fresh)
    bump_version(target, by=by)


def apply_out(
        target: Tensor, op: Any, inputs: tuple[Tensor, ...], params: dict[str, Any], dtype: Any,
        by: Any) -> Tensor:
    """Run `op` and write its result into `out=target`, which is resized; nothing is recorded."""
    if target._meta:
        return target  # which has no memory
    if execution.grad_enabled and facts_of(op.name).derived and (
            needs_grad_bits(inputs) or target.requires_grad):
        raise RuntimeError(NO_HISTORY.format(op.name.split("_")[0]))
    computed = np.asarray(op.forward(*inputs_to_arrays(inputs, dtype), **params))
    check_out(op.name, target, computed)
    resize_out(target, computed.shape, computed)
    check_target_overlap(target, inputs, by)
    if observer.current is not None:
        observer.current.writing(target)
    np.copyto(target._array, computed, casting="unsafe")
    bump_version(target, by=op.name)
    if observer.current is not None:
        observer.current.op(op, inputs, params, (target,), None)
        observer.current.wrote(target, op.name)
    return target


def inputs_to_arrays(inputs: tuple[Any, ...], dtype: np.dtype | None) -> Any:
    """Return the arrays of `inputs`, cast to `dtype` if given; what is no Tensor stays."""
    arrays = [x._array if isinstance(x, Tensor) else x for x in inputs]
    arrays = resolve(arrays) if in_use else arrays
    return arrays if dtype is None else [
        cast(x, dtype) if isinstance(given, Tensor) else x
        for x, given in zip(arrays, inputs)]


def needs_grad_bits(inputs: Sequence[Any]) -> int:
    """Return which inputs need gradients, as bits."""
    needs_grad, bit = 0, 1
    for x in inputs:
        if isinstance(x, Tensor) and x.requires_grad:
            needs_grad |= bit
        bit <<= 1
    return needs_grad


def record_op(
        op: Any, inputs: Sequence[Any], params: dict[str, Any], plan_key: tuple[int, ...],
        edges: list[Any], outputs: tuple[Tensor, ...]) -> Node:
    """Record one op and return its node, which is not yet the grad_fn of `outputs`.

    `plan_key` is the key of the op's plan: the bits of inputs that need gradients, and of those
    that are no Tensors.
    """
    if op.variadic:
        plan_key = (1, 0)
    array = outputs[0]._array
    if array.dtype.char in "FDeE" and (op.holomorphic or array.dtype.kind != "c"):
        plan_key = (*plan_key, array.dtype.kind)  # complex numbers, or floats of 16 bits
    plan = op.plans.get(plan_key) or op.plan(*plan_key)
    if plan.without_gradient:
        edges = [None if i in plan.without_gradient else edge for i, edge in enumerate(edges)]
    saved, extras = plan.save(inputs, outputs, params)
    metadata = ((array.shape, array.dtype),)
    if len(outputs) > 1:
        metadata = tuple([(output._array.shape, output._array.dtype) for output in outputs])
    node_type = op.number_type if plan_key[1] & 2 and execution.in_formula else op.node_type
    return make_node(node_type, plan, edges, saved, extras, metadata)


def set_grad_fns(outputs: tuple[Tensor, ...], node: Node) -> None:
    """Make `node` the `grad_fn` of each differentiable output, which the first one must be."""
    nr = 0
    for output in outputs:
        if output._array.dtype.kind in "fcV":
            output._edge = (node, nr)
            output._requires_grad = True
        elif not nr and not node.op.underived:  # a recorded write into integers
            raise integer_autograd_error(output._array.dtype)
        nr += 1


def rebase_history(target: Tensor, node: Node) -> None:
    """Make `node` the history of `target` after a recorded write, and of its base if it is a view.
    """
    if target._base is None:
        set_grad_fn(target, (node, 0))
    else:
        rebase_base(target, node)
