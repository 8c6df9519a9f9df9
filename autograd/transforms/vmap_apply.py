"""The interpreter of `vmap`, which runs each op once, on whole batches.

An op runs below the interpreter, by its batching rule; the result is a batched tensor again. A
gradient taken inside of the mapped function records the op on batched tensors, so that its formulas
run on whole batches, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine import transform_levels
from autograd.engine.apply import (
    apply_into, copy_target_inputs, needs_grad_bits, rebase_history, record_op, set_grad_fns,
)
from autograd.engine.inplace_checks import check_result_fits, check_writable
from autograd.engine.missing_rules import check_forward_ad, warn_missing_rule
from autograd.engine.vmap_refusals import WRITTEN, wrapping_observer
from autograd.functions.shape.transpose import movedim
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node import run_formula
from autograd.graph.views import View
from autograd.runtime import interpreters
from autograd.runtime.execution_state import execution, override
from autograd.tensor.batched_tensor import BatchedArray, make_batched, no_values_error
from autograd.tensor.pytree import flatten, build_tree, broadcast_prefix
from autograd.tensor.tensor import Tensor, regenerate_grad_fn, wrap
from autograd.transforms.batching.batched_value import (
    BatchedValue, as_batched_values, move_batch_to_front, pad_dims, run_batched, to_batched_value,
)
from autograd.transforms.vmap_fallback import run_per_example
from autograd.transforms.vmap_random import check_chances, draw_for_all_examples, draw_per_example

if TYPE_CHECKING:
    from autograd.engine.transform_levels import VmapState
    from autograd.graph.node import Node
    from autograd.ops.record import Op


def apply_batched(
        level: VmapInterpreter, op: Op, inputs: Sequence[Any], params: dict[str, Any],
        dtype: np.dtype | None) -> Tensor | tuple[Tensor, ...]:
    """Run an op for inputs of which one is batched at `level`, and none further inside."""
    if not level.alive:
        raise no_values_error(level)
    if any(each.forward for each in interpreters.stack) and needs_grad_bits(inputs):
        check_forward_ad(op)
    inputs = [wrap(x) if isinstance(x, np.ndarray) else x for x in inputs]  # in formulas
    operands = [to_batched_value(x, level) for x in inputs]
    warn_missing_rule(op.name, operands)
    with transform_levels.run_below(level):
        made = run_batched(op, operands, batch_key(params, level), dtype, level.vmap_state)
    several = isinstance(made, tuple)
    results = made if several else (made,)
    outputs = tuple([make_batched(level, each.value, each.dim) for each in results])
    if op.gradients and execution.grad_enabled:
        record_batched(level, op, inputs, params, outputs)
    if op.view:
        for number, output in enumerate(outputs):
            View(op, inputs[0], params, number if several else None).tie(output)
    transform_levels.wrap_at_all(outputs)
    return outputs if several else outputs[0]


def batch_key(params: dict[str, Any], level: VmapInterpreter) -> dict[str, Any]:
    """Return the parameters of an op with batched index arrays as `BatchedValue`s."""
    key = params.get("key")

    def is_batched(part: Any) -> bool:
        return type(part) is BatchedArray and part.level is level

    if not isinstance(key, tuple) or not any(is_batched(k) for k in key):
        return params
    key = tuple([k.value._array if is_batched(k) and k.dim is None else k for k in key])
    if any(is_batched(k) for k in key):
        key = tuple([to_batched_value(wrap(k), level) if type(k) is BatchedArray else k
            for k in key])
    return {**params, "key": key}


def record_batched(
        level: VmapInterpreter, op: Op, inputs: Any, params: dict[str, Any],
        outputs: tuple[Tensor, ...]) -> Node | None:
    """Record an op on batched tensors; return its node, or None where no gradient is needed."""
    needs_grad, scalars, edges = 0, 0, []
    for i, x in enumerate(inputs):
        edge = None
        if not isinstance(x, Tensor):
            scalars |= 1 << i
        elif type(x._array) is BatchedArray and x._array.level is level:
            if x._base is not None:
                regenerate_grad_fn(x)
            if x.requires_grad:
                needs_grad |= 1 << i
                edge = gradient_edge(x)
        edges.append(edge)
    if not needs_grad:
        return None
    node = record_op(op, inputs, params, (needs_grad, scalars), edges, outputs)
    set_grad_fns(outputs, node)
    return node


# --- In place ----------------------------------------------------------------------------------


def apply_batched_into(
        level: VmapInterpreter, target: Tensor, op: Op, inputs: list[Tensor],
            params: dict[str, Any],
        dtype: Any, by: Any) -> Any:
    """Run an op in place where the target or an input is batched at `level`."""
    operands = [to_batched_value(x, level) for x in inputs]
    own = to_batched_value(target, level)
    if op.draws_by_probabilities:
        check_chances(own, operands[1], level.vmap_state.draws)
    check_inplace_target(own, operands, op)
    warn_missing_rule(find_warning_name(op, by), operands)
    transform_levels.check_captured_write(target, op.name, len(inputs) > 1)
    wanted = execution.grad_enabled and op.gradients and any(
        type(x._array) is BatchedArray and x._array.level is level and x.requires_grad
        for x in inputs if isinstance(x, Tensor))
    check_writable(target, int(bool(wanted)), by)
    before = copy_target_inputs(inputs, target) if wanted else inputs
    if target._base is not None:
        regenerate_grad_fn(target)
    made = write_batched(level, own, op, operands, params, dtype, by)
    node = record_batched(level, op, before, params,
        (make_batched(level, made.value, made.dim),)) if (
        wanted) else None
    target._counter[0] += 1
    if node is not None:
        node._held = tuple(
            (target.alias(), target._counter[0]) if node._origin(i) else entry
            for i, entry in enumerate(node._held))
        rebase_history(target, node)
    return target


def find_warning_name(op: Op, by: Any) -> str:
    """Return the name of a write for `warn_missing_rule`: as called, or of the op in place."""
    in_place, declared = f"{op.name}_", op.vmap_warning_in_place
    return in_place if by is None or declared and declared != in_place else by


def check_inplace_target(target: BatchedValue, operands: list[BatchedValue], op: Op) -> None:
    """Raise torch's error for a write of batched values into a tensor that is not batched."""
    mapped = [operand for operand in operands if operand.dim is not None]
    if target.dim is not None or not mapped:
        return
    if op.vmap_write:
        raise RuntimeError(WRITTEN.of_slices.format(op=op.vmap_write))
    shape, lead = list(target.value.shape), [operand.size for operand in mapped[:1]]
    raise RuntimeError(
        f"output with shape {shape} doesn't match the broadcast shape {lead + shape}")


def write_batched(
        level: VmapInterpreter, own: Any, op: Op, operands: list[BatchedValue],
            params: dict[str, Any],
        dtype: Any, by: Any) -> BatchedValue:
    """Write the result of an op into the memory of the whole batch."""
    with transform_levels.run_below(level):
        as_made = op.vmap is not None and op.vmap.in_place
        if as_made and own.ndim == max(operand.ndim for operand in operands):
            target = move_batch_to_front(own)
            values = [target if operand is operands[0] else pad_dims(operand, own.ndim)
                for operand in operands]
            apply_into(target, op, values, params, dtype, by)
            return BatchedValue(target, None if own.dim is None else 0, own.ndim)
        params = batch_key(params, level)
        to_put = None if op.vmap is None else op.vmap.to_put
        found = to_put(operands, params) if to_put is not None and own.dim is not None else ()
        if found and found is not NotImplemented:
            key, (whole, values) = found
            apply_into(whole, op, (whole, values), {"key": key.parts}, dtype, by)
            return BatchedValue(whole, 0, own.ndim)
        made = run_batched(op, operands, params, dtype, level.vmap_state)
        check_result_fits(make_batched(level, own.value, own.dim),
            BatchedArray(level, made.value, made.dim))
        source = made.value
        if own.dim is not None and made.dim is None:
            source = source.unsqueeze(own.dim).expand(own.value._array.shape)
        elif made.dim != own.dim:
            source = source.movedim(made.dim, own.dim)
        apply_into(own.value, ops.copy, (own.value, source), by="copy_")
    return made


# --- Functions of entries ---------------------------------------------------------------------


def stack_examples(level: VmapInterpreter, batched: Any, ndim: int) -> Any:
    """Return the batch of a batched array as a plain array, before `ndim` dimensions."""
    with transform_levels.run_below(level), override(grad_enabled=False):
        whole = movedim(batched.value, batched.dim, 0)
        size, *rest = whole._array.shape
        return whole.reshape(size, *(1,) * (ndim - batched.ndim), *rest)._array


# --- Functions that read numbers ---------------------------------------------------------------


def vmap_constant(function: Callable[..., Any], args: tuple[Any, ...]) -> Tensor:
    """Compute the arrays of `function` for each example, without a history; None if it returns
    None.
    """

    def call(*values):
        made = function(*values)
        return made if made is None or isinstance(made, Tensor) else wrap(np.asarray(made))

    call.__name__ = function.__name__
    return run_per_example(call, tuple(x.alias() if isinstance(x, Tensor) else x for x in args), {})


# --- Formulas that read numbers ----------------------------------------------------------------


def run_formula_per_example(node: Any, formula: Any, values: list[Any]) -> Any:
    """Run a gradient formula that reads numbers on one example after the other."""

    def of_one(*given):
        return run_formula(node, formula, given)

    of_one.__name__ = f"{node.op.name}_backward"
    return run_per_example(of_one, tuple(values), {})


# --- The level ---------------------------------------------------------------------------------


class VmapInterpreter(interpreters.Interpreter):
    """A running `vmap`: runs ops on whole batches, or on one example after the other."""

    def __init__(self, state: transform_levels.VmapState):
        super().__init__()
        self.vmap_state = state

    apply, apply_into, stack_examples = apply_batched, apply_batched_into, stack_examples
    draw_for_all_examples = draw_for_all_examples
    vmap_constant = staticmethod(vmap_constant)
    draw_per_example = staticmethod(draw_per_example)
    run_formula_per_example = staticmethod(run_formula_per_example)
    run_per_example = staticmethod(run_per_example)


def call_batched(
        function: Callable[..., Any], wholes: Any,
        dims: Sequence[int | None], maps: VmapState) -> tuple[Any, ...]:
    """Call a function on batched arguments; return the batches of its results, and their
    dimensions.
    """
    level = VmapInterpreter(transform_levels.VmapState(maps.size, maps.randomness))
    whole, structure = flatten(tuple(wholes))
    with (interpreters.push_interpreter(level, wrapping_observer),
          transform_levels.use_draws(level.vmap_state.draws)):
        given = [x if dim is None or not isinstance(x, Tensor) else make_batched(level, x, dim)
                 for x, dim in zip(whole, broadcast_prefix(tuple(dims), structure))]
        leaves, structure = flatten(function(*build_tree(given, structure)))
    operands = [to_batched_value(x, level) for x in leaves]
    return (build_tree([operand.value for operand in operands], structure),
            build_tree([operand.dim for operand in operands], structure))


def run_composite(function: Callable[..., Any], operands: list[BatchedValue], size: int) -> Any:
    """Run `function`, a composite of other ops, on batched inputs, as an op's batching rule."""
    maps = transform_levels.VmapState(size, "error")
    made, dims = call_batched(
        function, [operand.value for operand in operands], [operand.dim for operand in operands],
            maps)
    if isinstance(made, tuple):
        return tuple(as_batched_values(x, dim) for x, dim in zip(made, dims))
    return as_batched_values(made, dims)
