"""Fast paths of binary ops: two operands of one form, recorded or written in place.

Of one form are contiguous tensors of one shape, both float32 or both float64, or such a tensor and
a Python number: result and gradients have this form, too. For these, and for two of one such dtype
that broadcast, the fast path does what `apply` does, without loops over inputs. All else (mixed
dtypes, views, errors) goes through `binary`.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import unwrap
from functools import wraps
from types import FunctionType
from typing import Any

import numpy as np

from autograd.engine.apply import NOTHING
from autograd.engine.elementwise import binary
from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.node import sequence_numbers
from autograd.runtime import observer
from autograd.runtime.execution_state import execution
from autograd.tensor.mutation import have_separate_memory
from autograd.tensor.tensor import Tensor, tensor_meta, new, wrap

ndarray = np.ndarray


def binary_fast_path(op: Any, general: Callable[..., Any] = binary) -> Callable[..., Any]:
    """Return the function of two operands, Tensors or numbers, that runs and records `op`.

    Other operands go to `general`. The check of refused dtypes around the forward is left out: no
    kernel refuses float32 or float64.
    """
    forward, tape = unwrap(op.forward), node_maker(op)
    broadcast = broadcast_fast_path(op, forward, tape, general)

    def run(a, b):
        if not isinstance(a, Tensor):
            return general(op, a, b)
        form = a._form or tensor_meta(a)
        if isinstance(b, Tensor):
            other = b._form or tensor_meta(b)
            if form is not other or form is None:
                alike = form is not None is not other and form[0][1] is other[0][1]
                return broadcast(a, b) if alike else general(op, a, b)
            computed = forward(a._array, b._array)
        elif form is not None and (type(b) is float or type(b) is int):
            computed = forward(a._array, b)
        else:
            return general(op, a, b)
        result = new(Tensor)
        result._array = computed if type(computed) is ndarray else np.asarray(computed)
        result._counter = [0]
        result._form = form
        result._tape = 0
        node = tape(a, b, form) if execution.grad_enabled else None
        if node is None:
            result._edge, result._requires_grad = None, False
        else:
            result._edge, result._requires_grad = (node, 0), True
        if observer.current is not None:
            observer.current.pair(op, a, b, result, node)
        return result

    return copy_code(run)


def broadcast_fast_path(
        op: Any, forward: Callable[..., Any], tape: Callable[..., Any], general: Callable[..., Any]
) -> Callable[..., Any]:
    """Return the function of two contiguous Tensors of one dtype and different shapes."""

    def run(a, b):
        try:
            computed = np.asarray(forward(a._array, b._array))
        except ValueError:
            return general(op, a, b)
        result = wrap(computed)
        node = tape(
            a, b, ((computed.shape, computed.dtype),), 8) if execution.grad_enabled else None
        if node is not None:
            result._edge, result._requires_grad = (node, 0), True
        if observer.current is not None:
            observer.current.op(op, (a, b), {}, (result,), node)
        return result

    return run


def inplace_fast_path(
        op: Any, ufunc: Callable[..., Any], general: Callable[..., Any]) -> Callable[..., Any]:
    """Return the in-place method of `op`, which runs `ufunc` where nothing is recorded.

    Other operands go to the method `general`, which also raises torch's errors.
    """
    by = f"{op.name}_"

    @wraps(general)
    def write(a, *given, **options):
        array, form = a._array, a._form or tensor_meta(a)
        if form is None or len(given) != 1 or options or a._inference or a._requires_grad and (
                execution.grad_enabled):
            return general(a, *given, **options)
        (b,) = given
        if isinstance(b, Tensor):
            other = b._array
            if (form is not (b._form or tensor_meta(b)) or b._requires_grad
                and execution.grad_enabled
                    or other is not array and not have_separate_memory(array, other)):
                return general(a, b)
        elif type(b) is float:
            other = b
        else:
            return general(a, b)
        flags = array.flags
        if not (flags.c_contiguous and flags.writeable):
            return general(a, b)
        if observer.current is not None:
            observer.current.writing(a, op)
        ufunc(array, other, array)
        a._counter[0] += 1
        if observer.current is not None:
            observer.current.op(op, (a, b), {}, (a,), None)
            observer.current.wrote(a, by)
        return a

    return write


def node_maker(op: Any) -> Callable[..., Any]:
    """Return a function that makes the node of `op` on two operands, None if neither needs one.

    It is called with the form of the result, and 8 if that is not the form of both operands.
    """
    plans: dict[int, tuple] = {}

    def tape(a, b, form, uneven=0):
        left, right, is_scalar = a._edge, None, not isinstance(b, Tensor)
        if left is None and a._requires_grad:
            left = gradient_edge(a)
        if not is_scalar and (right := b._edge) is None and b._requires_grad:
            right = gradient_edge(b)
        if left is None and right is None:
            return None
        plan_key = 4 if is_scalar else 1 if right is None else 2 if left is None else 3
        known = plans.get(plan_key | uneven)
        if known is None:
            known = plans[plan_key | uneven] = plan_for_key(op, plan_key, not uneven)
        plan, keeps, constants, kind = known
        node = new(kind if not is_scalar or not execution.in_formula else op.number_type)
        node._plan = plan
        node._edges = (left, right)
        if keeps == 0:
            node._held = NOTHING
        elif keeps == 2:
            node._held = ((b, b._counter[0]),)
        elif keeps == 1:
            node._held = ((a, a._counter[0]),)
        else:
            node._held = ((a, a._counter[0]), (b, b._counter[0]))
        node._extras = (b, *constants) if is_scalar and plan.scalar_inputs else constants
        node.metadata_of_outputs = form
        node._sequence = next(sequence_numbers)
        node._hooked = False
        node._tape = 0
        return node

    return copy_code(tape)


def plan_for_key(op: Any, plan_key: int, even: bool) -> tuple:
    """Return the plan of `op`, bits of the operands it saves, its constants, the type of node.

    `plan_key` has a bit for each operand that needs a gradient, or is 4 for a tensor and a number.
    """
    plan = op.plan(1 if plan_key == 4 else plan_key, 2 if plan_key == 4 else 0, even=even)
    constants = tuple(op.params[name] for name in plan.extra_names)
    return plan, sum(1 << i for i in plan.saved_inputs), constants, op.node_type


def copy_code(function: FunctionType) -> FunctionType:
    """Return `function` with a code object of its own.

    Python's inline caches are in the code object: closures of two ops that share one would
    invalidate each other's.
    """
    own = function.__code__.replace(co_name=function.__name__)
    return FunctionType(
        own, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
