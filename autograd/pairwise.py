"""The fast lane of arithmetic: an op of two operands on equal dtypes, straight onto the tape.

It does what `apply` does for such operands, without walking over lists; everything else (mixed
dtypes, other operand types, errors) goes the general way through `binary`.
"""

from __future__ import annotations

import numpy as np

from autograd import mode, observer
from autograd.apply import NO_PARAMS, NOTHING, record
from autograd.graph import edge_to, sequence
from autograd.promotion import WIDE, binary, explain
from autograd.tensor import Tensor, renew_history, wrap

ndarray = np.ndarray


def pairwise(op, general=binary):
    """The function of two operands, Tensors or numbers, that runs and records `op`.

    What the fast lane cannot take goes to `general`.
    """
    forward, differentiable = op.forward, bool(op.gradients)

    def run(a, b):
        if not isinstance(a, Tensor):
            return general(op, a, b)
        x = a._array
        if isinstance(b, Tensor):
            y, plain = b._array, 0
            if x.dtype is not y.dtype:
                return general(op, a, b)
        elif (type(b) is float or type(b) is int) and x.dtype in WIDE:
            y, plain = b, 2
        else:
            return general(op, a, b)
        try:
            made = forward(x, y)
        except (ValueError, TypeError) as error:
            explain(op, a, b, error)
        result = wrap(made if type(made) is ndarray else np.asarray(made))
        node = None
        if mode.grad_enabled and differentiable:
            node = tape(op, a, b, plain, made)
            if node is not None:
                result._edge = (node, 0)
                result._requires_grad = True
        if observer.current is not None:
            observer.current.op(op, (a, b), NO_PARAMS, (result,), node)
        return result

    return run


def tape(op, a, b, plain, made):
    """The node of `op` on `a` and `b`, or None when neither needs a gradient; see `record`."""
    left = right = None
    mask = 0
    if a._base is not None:
        renew_history(a)
    if a._requires_grad:
        left, mask = a._edge or edge_to(a), 1
    if not plain:
        if b._base is not None:
            renew_history(b)
        if b._requires_grad:
            right, mask = b._edge or edge_to(b), mask + 2
    if not mask:
        return None
    plan = op.plans.get((mask, plain)) or op.plan(mask, plain)
    if plan.saved_outputs or plan.extra_names or made.dtype.kind == "c":
        return record(op, (a, b), NO_PARAMS, (mask, plain), (left, right), (wrap(made),))
    saved = NOTHING
    if plan.saved_inputs:
        both = (a, b)
        saved = [(both[i], both[i]._counter[0]) for i in plan.saved_inputs]
    kind = op.node_type if not plain or not mode.in_formula else op.number_type
    return kind(
        plan, (left, right), saved, (b,) if plan.plain_inputs else NOTHING,
        ((made.shape, made.dtype),), next(sequence),
    )
