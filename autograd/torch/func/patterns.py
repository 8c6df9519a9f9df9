"""`torch.func.rearrange`: dimensions rearranged by a pattern of names, as in einops."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor

TOKEN_PATTERN = re.compile(r"\.\.\.|\(|\)|[A-Za-z_]\w*|\d+|\S")


def parse_side(side: str) -> list[list[str]]:
    """Return one side of a pattern: for each dimension, the list of its names."""
    dims, group = [], None
    for token in TOKEN_PATTERN.findall(side):
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


def infer_lengths(dims: int, shape: Size, known: Any) -> dict[str, int]:
    """Return the length of each name; one unknown length in a group follows from the others."""
    sizes = dict(known)
    for names, size in zip(dims, shape, strict=True):
        unknown = [name for name in names if name not in sizes]
        known_size = math.prod(sizes[name] for name in names if name in sizes)
        if len(unknown) > 1:
            raise ValueError(
                f"Cannot infer the lengths of {', '.join(unknown)} from a dimension of {size}.")
        if unknown:
            sizes[unknown[0]] = size // known_size
    return sizes


def rearrange(tensor: Tensor, pattern: Any, **axes_lengths: Any) -> Tensor:
    """Return `tensor` with dimensions split, permuted and merged as in `"left -> right"`."""
    left, _, right = pattern.partition("->")
    before, after = parse_side(left), parse_side(right)
    check_names(before, after)
    known = sum(1 for names in before if names != ["..."])
    ellipsis_names = [f"...{i}" for i in range(tensor.dim() - known)]
    before, after = (expand_ellipsis(side, ellipsis_names) for side in (before, after))
    if len(before) != tensor.dim():
        raise ValueError(
            f"Number of dimensions in pattern ({len(before)}) and tensor ({tensor.dim()}) differ")
    sizes = infer_lengths(before, tensor.shape, axes_lengths)
    names = [name for dim in before for name in dim]
    order = [name for dim in after for name in dim]
    split = tensor.reshape([sizes[name] for name in names])
    permuted = split.permute([names.index(name) for name in order])
    return permuted.reshape([math.prod(sizes[name] for name in dim) for dim in after])


def expand_ellipsis(dims: Any, ellipsis_names: Any) -> Any:
    """Return the dimensions with the ellipsis expanded."""
    expanded = []
    for names in dims:
        if names == ["..."]:
            expanded += [[name] for name in ellipsis_names]
        else:
            expanded.append(
                [n for name in names for n in (ellipsis_names if name == "..." else [name])]
            )
    return expanded


def check_names(before: Any, after: Any) -> None:
    """Raise ValueError unless both sides have the same names."""
    left, right = ({name for dim in side for name in dim} for side in (before, after))
    if left ^ right:
        raise ValueError(
            "Identifiers only on one side of rearrange expression (should be on both): "
            f"{left ^ right}"
        )
