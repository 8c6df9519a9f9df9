"""The type that batching rules take or return: a value with its batch dimension.

A rule takes the op, a `BatchedValue` for each input, the parameters and a dtype; it returns a
`BatchedValue` for each output. An op without a rule runs on one example after the other. Follows
aten/src/ATen/functorch/BatchRules*.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autograd.engine.apply import apply
from autograd.engine.vmap_refusals import SAME
from autograd.functions.shape.concatenation import stack
from autograd.functions.shape.reshape import expand, view
from autograd.functions.shape.split import select
from autograd.functions.shape.transpose import movedim
from autograd.ops.vmap_rules import BatchingRule
from autograd.tensor.batched_tensor import BatchedArray
from autograd.tensor.return_types import NamedResult
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.transforms.vmap_apply import VmapInterpreter


@dataclass(frozen=True, slots=True)
class BatchedValue:
    """An input or a result with its batch dimension; with `dim` None all examples are equal."""

    value: object  # a Tensor, or another input of an op
    dim: int | None
    ndim: int  # of one slice

    @property
    def size(self) -> int:
        """Return the batch size."""
        return self.value._array.shape[self.dim]


def register_rule(named: BatchingRule) -> Callable[[Callable], Callable]:
    """Decorate the function that runs the ops of a batching rule."""

    def bind(function: Callable) -> Callable:
        named.run = function
        return function

    return bind


def register_put(named: BatchingRule) -> Callable[[Callable], Callable]:
    """Decorate the function that prepares the writes of a batching rule."""

    def bind(function: Callable) -> Callable:
        named.to_put = function
        return function

    return bind


def run_batched(
        op: Op, operands: list[BatchedValue], params: dict[str, Any], dtype: Any, maps: Any
) -> BatchedValue | tuple[BatchedValue, ...]:
    """Run an op on whole batches; return a `BatchedValue`, or a tuple for several outputs."""
    values = [operand.value for operand in operands]
    key = [k for k in params["key"] if isinstance(k, BatchedValue)] if has_subscript(params) else []
    if all(operand.dim is None for operand in (*operands, *key)):
        return as_batched_values(apply(op, values, params, dtype), None)
    same = maps.draws is not None and maps.draws.same
    if same and op.draws_by_entry:
        raise RuntimeError(SAME.of_slices)
    if same and op.draws:
        one = operands[0].value.select(operands[0].dim, 0).clone()
        return as_batched_values(apply(op, (one, *values[1:]), params, dtype), None)
    made = NotImplemented if op.vmap is None else op.vmap.run(op, operands, params, dtype)
    if made is NotImplemented and key:
        return run_per_example_loop(lambda given: apply_with_subscript(op, given, len(operands),
            params, dtype),
                      [*operands, *key], maps.size)
    if made is NotImplemented:
        return run_per_example_loop(lambda given: apply(op, given, params, dtype), operands,
            maps.size)
    return made


def has_subscript(params: dict[str, Any]) -> bool:
    """Return whether an op has a subscript of several parts."""
    return isinstance(params.get("key"), tuple)


def apply_with_subscript(
        op: Op, given: tuple[Any, ...], count: int, params: dict[str, Any], dtype: Any) -> Any:
    """Run an op on one example, whose index arrays follow the inputs."""
    arrays = iter(given[count:])
    key = tuple(next(arrays)._array if isinstance(k, BatchedValue) else k for k in params["key"])
    return apply(op, given[:count], {**params, "key": key}, dtype)


def as_batched_values(result: Any, dim: int | None) -> Any:
    """Return one or several results of an op with the batch dimension `dim`."""
    if isinstance(result, tuple):
        return tuple(as_batched_values(each, dim) for each in result)
    return BatchedValue(result, dim, result._array.ndim - (dim is not None))


def move_batch_to_front(operand: BatchedValue) -> Tensor:
    """Return the batch with its batch dimension first."""
    return operand.value if not operand.dim else movedim(operand.value, operand.dim, 0)


def pad_dims(operand: BatchedValue, ndim: int) -> Any:
    """Return the batch first, each example with leading dimensions of length 1 up to `ndim`."""
    if operand.dim is None:
        return operand.value
    whole = move_batch_to_front(operand)
    if operand.ndim >= ndim:
        return whole
    shape = whole._array.shape
    return view(whole, shape[0], *(1,) * (ndim - operand.ndim), *shape[1:])


def expand_batch(operand: BatchedValue, size: int) -> Tensor:
    """Return the batch first; expand a value that is equal for all examples."""
    if operand.dim is not None:
        return move_batch_to_front(operand)
    return expand(operand.value, size, *operand.value._array.shape)


def batch_size(operands: Any) -> int:
    """Return the batch size of the inputs."""
    return next(operand.size for operand in operands if operand.dim is not None)


def to_batched_value(x: Tensor | float | None, level: VmapInterpreter) -> BatchedValue:
    """Return an input as it is below a level, with its batch dimension there."""
    if isinstance(x, Tensor) and type(x._array) is BatchedArray and x._array.level is level:
        return BatchedValue(x._array.value, x._array.dim, x._array.ndim)
    return BatchedValue(x, None, x._array.ndim if isinstance(x, Tensor) else 0)


# --- Loops over examples -----------------------------------------------------------------------


def run_per_example_loop(
        call: Callable[..., Any], operands: list[BatchedValue],
            size: int) -> BatchedValue | tuple[BatchedValue, ...]:
    """Run `call(values)` for one example after the other and stack the results."""
    made = [
        call([x.value if x.dim is None else select(x.value, x.dim, number) for x in operands])
        for number in range(size)
    ]
    return stack_results(made)


def stack_results(results: Sequence[Tensor]) -> Any:
    """Stack the results of all examples, in the structure of one result."""
    first = results[0]
    if isinstance(first, Tensor):
        return as_batched_values(stack(results), 0)
    if isinstance(first, tuple | list):
        kind = type(first) if isinstance(first, NamedResult) else tuple
        return kind(stack_results(column) for column in zip(*results))
    return BatchedValue(first, None, 0)
