"""`torch.func.rearrange`: dimensions put in another order by a pattern of names, as in einops."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

TOKENS = re.compile(r"\.\.\.|\(|\)|[A-Za-z_]\w*|\d+|\S")


def parsed(side: str) -> list[list[str]]:
    """Each dimension of one side of a pattern, as the names in it."""
    dims, group = [], None
    for token in TOKENS.findall(side):
        if token == "(":
            if group is not None:
                raise ValueError("brackets are not balanced")
            group = []
        elif token == ")":
            if group is None:
                raise ValueError("brackets are not balanced")
            dims.append(group)
            group = None
        else:
            named = [] if token == "1" else [token]
            if group is None:
                dims.append(named)
            else:
                group.extend(named)
    if group is not None:
        raise ValueError(f"Brackets are not closed: {side}")
    return dims


def lengths(dims: int, shape: Size, known: Any) -> dict[str, int]:
    """How long each name is, one unknown in a group found from the others."""
    found = dict(known)
    for names, size in zip(dims, shape, strict=True):
        open_names = [name for name in names if name not in found]
        rest = math.prod(found[name] for name in names if name in found)
        if len(open_names) > 1:
            raise ValueError(
                f"Cannot infer the lengths of {', '.join(open_names)} from a dimension of {size}.")
        if open_names:
            found[open_names[0]] = size // rest
    return found


def rearrange(tensor: Tensor, pattern: Any, **axes_lengths: Any) -> Any:
    """`tensor` with its dimensions split, joined and permuted as `"left -> right"` says."""
    left, _, right = pattern.partition("->")
    before, after = parsed(left), parsed(right)
    check_names(before, after)
    known = sum(1 for names in before if names != ["..."])
    hidden = [f"...{i}" for i in range(tensor.dim() - known)]
    before, after = (spread(side, hidden) for side in (before, after))
    if len(before) != tensor.dim():
        raise ValueError(
            f"Number of dimensions in pattern ({len(before)}) and tensor ({tensor.dim()}) differ")
    sizes = lengths(before, tensor.shape, axes_lengths)
    names = [name for dim in before for name in dim]
    order = [name for dim in after for name in dim]
    split = tensor.reshape([sizes[name] for name in names])
    moved = split.permute([names.index(name) for name in order])
    return moved.reshape([math.prod(sizes[name] for name in dim) for dim in after])


def spread(dims: Any, hidden: Any) -> Any:
    """The dimensions with an ellipsis written out."""
    made = []
    for names in dims:
        if names == ["..."]:
            made += [[name] for name in hidden]
        else:
            made.append([n for name in names for n in (hidden if name == "..." else [name])])
    return made


def check_names(before: Any, after: Any) -> None:
    """Raise unless both sides have the same names."""
    left, right = ({name for dim in side for name in dim} for side in (before, after))
    if left ^ right:
        raise ValueError(
            "Identifiers only on one side of rearrange expression (should be on both): "
            f"{left ^ right}"
        )
