"""The repr of a tensor inside of function transforms, which shows each level that wraps it.

Follows torch/_tensor_str.py: `BatchedTensor(lvl=1, bdim=0, value=...)` under `vmap`, with the
numbers of all slices, and `GradTrackingTensor(lvl=1, value=...)` where gradients are taken.
"""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from autograd.engine import transform_levels
from autograd.graph.accumulate_grad import AccumulateGrad
from autograd.runtime import interpreters
from autograd.tensor.batched_tensor import unwrap_all
from autograd.tensor.printing import tensor_repr
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node


def format_wrapped(tensor: Tensor) -> str:
    """Return the repr of a tensor that at least one level wraps."""
    text = tensor_repr(unwrap_all(tensor)._array, *find_user_history(unwrap_all(tensor)))
    for level, dim in transform_levels.printed_wrappers(tensor):
        kind = "GradTrackingTensor" if dim is None else "BatchedTensor"
        number = level.number if level.alive or dim is not None else -2
        facts = f"lvl={number}" if dim is None else f"lvl={number}, bdim={dim}"
        text = f"{kind}({facts}, value=\n{indent(text, '    ')}\n)"
    return text


def find_user_history(tensor: Tensor) -> tuple[bool, str | None]:
    """Return whether a tensor requires grad outside of all transforms, with its node's name."""
    while tensor._cut_from is not None:
        tensor = tensor._cut_from
    own = {id(leaf) for level in interpreters.stack for leaf in level.leaves}
    if not tensor.requires_grad or not reaches_outside(tensor, own):
        return False, None
    return True, tensor.grad_fn and tensor.grad_fn.name()


def reaches_outside(
        x: Tensor, own: set[int], ends: frozenset[Node] | set[Node] = frozenset()
) -> bool:
    """Return whether the history of `x` reaches a leaf outside of `own`, or one of `ends`.

    Leaves of transforms that have ended do not count.
    """
    lifted_now = {id(leaf) for level in interpreters.stack for leaf in level.leaves}
    if x._edge is None:
        return id(x) not in own
    seen, stack_ = {x._edge[0]}, [x._edge[0]]
    while stack_:
        node = stack_.pop()
        if node in ends:
            return True
        if type(node) is AccumulateGrad and id(node.variable) not in own:
            if node.variable._cut_from is None or id(node.variable) in lifted_now:
                return True
        for edge in node._edges:
            if edge is not None and edge[0] not in seen:
                seen.add(edge[0])
                stack_.append(edge[0])
    return False
