"""Contractions: tensordot, einsum, Kronecker and cross products, as torch names them."""

from __future__ import annotations

import builtins
import string

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.dtype import of
from autograd.functions.arithmetic import mul
from autograd.functions.indices import check_kinds, check_tensors, refuse
from autograd.functions.linear import bmm, mm
from autograd.functions.method import method, with_out
from autograd.functions.reductions import sum
from autograd.functions.shapes import permute, reshape
from autograd.once import warn_once
from autograd.promotion import wrap_dim
from autograd.tensor import Tensor

__all__ = [
    "tensordot", "inner", "kron", "cross", "trace", "cdist", "pdist", "einsum",
]


@with_out
def tensordot(a, b, dims=2):
    """A contraction over the last dimensions of `a` and the first of `b`, or over those named."""
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    check_kinds("both inputs should have same dtype", a, b)
    if isinstance(dims, str | float) or not isinstance(dims, int) and len(dims) != 2:
        raise RuntimeError(
            "tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] "
            f"containing two lists, but got dims={dims}"
        )
    if isinstance(dims, int):
        left, right = list(range(-dims, 0)), list(range(dims))
    else:
        left, right = ([x] if isinstance(x, int) else list(x) for x in dims)
    left = [wrap_dim(i, a._array.ndim) for i in left]
    right = [wrap_dim(i, b._array.ndim) for i in right]
    for i, j in zip(left, right):
        m, n = a._array.shape[i], b._array.shape[j]
        if m != n:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {m} in dim {i} and "
                f"second has size {n} in dim {j}"
            )
    rest = [i for i in range(a._array.ndim) if i not in left]
    more = [j for j in range(b._array.ndim) if j not in right]
    shape = [a._array.shape[i] for i in rest] + [b._array.shape[j] for j in more]
    inside = int(np.prod([a._array.shape[i] for i in left], dtype=int))
    first = reshape(permute(a, *rest, *left), -1, inside)
    second = reshape(permute(b, *right, *more), inside, -1)
    return reshape(mm(first, second), shape)


@method()
@with_out
def inner(input, other):
    """The products over the last dimensions."""
    if not input._array.ndim or not other._array.ndim:
        return mul(input, other)
    if input._array.shape[-1] != other._array.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input._array.shape)} and {list(other._array.shape)}"
        )
    return tensordot(input, other, dims=([-1], [-1]))


@method()
@with_out
def kron(input, other):
    """The Kronecker product: every entry of one times the whole other."""
    ndim = max(input._array.ndim, other._array.ndim)
    a, b = ((1,) * (ndim - x._array.ndim) + x._array.shape for x in (input, other))
    left = reshape(input, [n for size in a for n in (size, 1)])
    right = reshape(other, [n for size in b for n in (1, size)])
    size = tuple(m * n for m, n in zip(a, b))
    return apply(table.unsafe_view, (mul(left, right),), {"size": size})


@method()
@with_out
def cross(input, other, dim=None):
    """The cross product along the first dimension of length 3, or along `dim`."""
    if dim is None:
        warn_once(
            "Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass "
            "the dim explicitly or simply use torch.linalg.cross.\nThe default value of dim will "
            "change to agree with that of linalg.cross in a future release.")
        dim = next((i for i, n in enumerate(input._array.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(input, other, dim=dim)


@with_out
def linalg_cross(input, other, *, dim=-1):
    """The cross product along `dim`."""
    dim = wrap_dim(dim, input._array.ndim)
    for x in (input, other):
        if x._array.shape[dim] != 3:
            raise RuntimeError(
                f"linalg.cross: inputs dimension {dim} must have length 3. Got "
                f"{input._array.shape[dim]} and {other._array.shape[dim]}"
            )
    refuse("cross", input, "b")
    check_kinds("expected scalar type {} but found {}", input, other)
    return apply(table.linalg_cross, (input, other), {"dim": dim})


@method()
def trace(input):
    """The sum of the diagonal of a matrix."""
    if input._array.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input._array.ndim}")
    cast = np.dtype(np.int64) if input._array.dtype.kind in "biu" else None
    return apply(table.trace, (input,), dtype=cast)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """The distances of order `p` between all pairs of rows."""
    for name, x in (("X1", x1), ("X2", x2)):
        if x._array.ndim < 2:
            raise RuntimeError(
                f"cdist only supports at least 2D tensors, {name} got: {x._array.ndim}D")
    for name, x in (("X1", x1), ("X2", x2)):
        if x._array.dtype.kind not in "fV":
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: "
                f"{of(x._array.dtype).legacy_name}"
            )
        refuse("cdist", x, "V" if x._array.dtype.kind == "V" else "f" * (x.element_size() == 2))
    if x1._array.shape[-1] != x2._array.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1._array.shape[-1]} X2: "
            f"{x2._array.shape[-1]}"
        )
    return apply(table.cdist, (x1, x2), {"p": float(p)})


def pdist(input, p=2.0):
    """The distances of order `p` between all pairs of rows, those of the first row first."""
    if input._array.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input._array.ndim}D")
    return apply(table.pdist, (input,), {"p": float(p)})


# --- einsum ------------------------------------------------------------------------------------


def einsum(equation, *operands):
    """A sum of products written with subscripts, e.g. `einsum("ij,jk->ik", a, b)`.

    Contracts from left to right by permuted batch products, as ATen/native/Linear.cpp does.
    """
    if not isinstance(equation, str):
        equation, operands = from_sublists(equation, operands)
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = operands[0]
    check_tensors(operands, 1)
    inputs, output = parsed(equation.replace(" ", ""), operands)
    order = output + "".join(dict.fromkeys(c for term in inputs for c in term if c not in output))
    aligned = [spread(x, term, order) for x, term in zip(operands, inputs)]
    check_sizes(order, aligned, operands, inputs)
    counts = [builtins.sum(x._array.shape[i] != 1 for x in aligned) for i in range(len(order))]
    kept = len(output)
    result, *rest = aligned
    if not rest:
        over = list(range(kept, len(order)))
        return sum(result, over) if over else result
    for operand in rest:
        result = contracted(result, operand, counts, kept)
    return result.view(result._array.shape[:kept]) if len(order) > kept else result


def from_sublists(first, operands):
    """The equation of the form `einsum(a, [0, 1], b, [1, 2], [0, 2])`."""
    items = [first, *operands]
    output = items.pop() if len(items) % 2 else None
    letters = string.ascii_uppercase + string.ascii_lowercase
    terms = [
        "".join("..." if i is Ellipsis else letters[i] for i in subscripts)
        for subscripts in (*items[1::2], *([output] if output is not None else []))
    ]
    inputs = terms[:len(items) // 2]
    equation = ",".join(inputs) + ("->" + terms[-1] if output is not None else "")
    return equation, items[::2]


def parsed(equation, operands):
    """Subscripts of each operand and of the output; an ellipsis becomes digits from its end."""
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        more = "more" if len(terms) < len(operands) else "fewer"
        raise RuntimeError(
            f"einsum(): {more} operands were provided than specified in the equation"
        )
    inputs, most = [], 0
    for number, (term, x) in enumerate(zip(terms, operands)):
        named = term.replace("...", "")
        extra = x._array.ndim - len(named)
        if extra < 0 or extra and "..." not in term:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(named)}) does not match "
                f"the number of dimensions ({x._array.ndim}) for operand {number} and no ellipsis "
                "was given" if "..." not in term else
                f"einsum(): the number of subscripts in the equation ({len(named)}) is more than "
                f"the number of dimensions ({x._array.ndim}) for operand {number}"
            )
        most = max(most, extra)
        inputs.append(term.replace("...", "".join(chr(0x2460 + i) for i in range(extra))[::-1]))
    ellipsis = "".join(chr(0x2460 + i) for i in range(most))[::-1]
    if arrow:
        for c in right.replace("...", ""):
            if not any(c in term for term in terms):
                raise RuntimeError(
                    f"einsum(): output subscript {c} does not appear in the equation for any input "
                    "operand"
                )
        return inputs, right.replace("...", ellipsis)
    every = [c for term in inputs for c in term]
    once = sorted(c for c in set(every) if every.count(c) == 1 and c.isalpha() and c.isascii())
    return inputs, ellipsis + "".join(once)


def spread(x, term, order):
    """An operand with one dimension for each subscript of `order`; repeated ones are diagonals."""
    while len(set(term)) < len(term):
        c = next(c for c in term if term.count(c) > 1)
        first, second = term.index(c), term.index(c, term.index(c) + 1)
        x = x.diagonal(0, first, second).movedim(-1, first)
        term = term[:second] + term[second + 1:]
    places = [term.index(c) if c in term else None for c in order]
    ndim = len(term)
    for i, place in enumerate(places):
        if place is None:
            x, places[i], ndim = x.unsqueeze(-1), ndim, ndim + 1
    return permute(x, *places)


def check_sizes(order, aligned, operands, inputs) -> None:
    """Raise torch's error when one subscript stands for different lengths."""
    for i, c in enumerate(order):
        seen = 1
        for number, x in enumerate(aligned):
            n = x._array.shape[i]
            if n != 1 and seen != 1 and n != seen:
                shown = [f"[{', '.join(map(str, y._array.shape))}]" for y in aligned]
                raise RuntimeError(
                    f"einsum(): subscript {c} has size {n} for operand {number} which does not "
                    f"broadcast with previously seen size {seen}" if c.isascii() else
                    f"einsum(): operands do not broadcast with remapped shapes {shown}"
                )
            seen = n if n != 1 else seen


def contracted(a, b, counts, kept):
    """Two operands multiplied, and summed over what no later operand needs."""
    over, only_a, only_b = [], [], []
    for i in range(kept, len(counts)):
        in_a, in_b = a._array.shape[i] != 1, b._array.shape[i] != 1
        if in_a and in_b:
            counts[i] -= 1
            if counts[i] == 1:
                over.append(i)
                counts[i] = 0
        elif counts[i] == 1 and (in_a or in_b):
            (only_a if in_a else only_b).append(i)
            counts[i] = 0
    a = sum(a, only_a, True) if only_a else a
    b = sum(b, only_b, True) if only_b else b
    return pair_product(a, b, over) if over else mul(a, b)


def pair_product(a, b, over):
    """The product of two operands summed over some dimensions, as one batch of matrix products."""
    shapes = a._array.shape, b._array.shape
    both, left, right = [], [], []
    for i in range(len(shapes[0])):
        if i not in over:
            m, n = (shape[i] != 1 for shape in shapes)
            (both if m and n else left if m else right).append(i)
    if left and right and right[-1] < left[0]:
        a, b, left, right, shapes = b, a, right, left, shapes[::-1]

    def size(dims, shape):
        return int(np.prod([shape[i] for i in dims], dtype=int))

    batch, inside = size(both, shapes[0]), size(over, shapes[0])
    first = reshape(permute(a, *both, *left, *over, *right), batch, size(left, shapes[0]), inside)
    second = reshape(
        permute(b, *both, *over, *right, *left), batch, inside, size(right, shapes[1]))
    lengths = [shapes[0][i] for i in both + left] + [1] * len(over) + [shapes[1][i] for i in right]
    order = both + left + over + right
    return permute(bmm(first, second).view(lengths), *(order.index(i) for i in range(len(order))))
