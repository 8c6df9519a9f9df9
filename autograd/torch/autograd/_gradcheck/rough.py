"""The fast way: one number for each pair of an output and an input, from random directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.autograd._gradcheck import differences, pulled, pushed
from torch.autograd._gradcheck.messages import ROUGHLY, ROUGHLY_BUT_CLOSE
from torch.autograd._gradcheck.question import GradcheckError, Question, has_derivatives, tuple_of

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


def check(question: Question) -> None:
    """Slopes in one direction of each input, seen from one direction of each output."""
    ins, outs = directions_of(question)
    theirs = [seen(slopes, question, outs) for slopes in differences.along(question, ins)]
    if question.forward:
        ours = pushed.jacobians(question, ins)
    else:
        if not question.outputs:
            check_still(theirs, question)
        ours = list(zip(*[
            [product_with(column[:, 0], direction) for column, direction in zip(
                pulled.jacobians(question, y, [seed]), ins)]
            for y, seed in zip(question.outputs, outs)]))
    for i, (found, wanted, direction) in enumerate(zip(ours, theirs, ins)):
        for j, (a, n) in enumerate(zip(found, wanted)):
            width = 1.0 if question.forward else float(outs[j].sum())
            atol = question.atol * sum(float(part.sum()) for part in tuple_of(direction)) * width
            if not close(a, n, question.rtol, atol):
                raise GradcheckError(
                    question.mismatch(n, a, j, i) + in_full(question, j, i))


def directions_of(question: Question) -> tuple[list, list]:
    """A direction of length 1 for each input (two for a complex one), and for each output.

    They come from a generator of their own, which leaves the program's as it is.
    """
    generator = torch.Generator()
    ins = [tuple(direction(x, generator, real_of(x)) for _ in range(2)) if x.is_complex()
           else direction(x, generator, x.dtype) for x in question.moving]
    if question.forward:
        return ins, []
    return ins, [direction(y, generator, y.dtype) for y in question.outputs]


def direction(x: Tensor, generator: Any, dtype: Any) -> Any:
    """A random direction with as many entries as `x` holds."""
    values = x._values() if x.is_sparse else x
    drawn = torch.rand(values.numel(), generator=generator).to(dtype)
    drawn /= drawn.norm()
    if not x.is_sparse:
        return drawn
    return torch.sparse_coo_tensor(x._indices(), drawn.view(values.shape), x.shape)


def real_of(x: Tensor) -> Any:
    """The dtype of the parts of complex numbers."""
    return x.dtype.to_real()


def seen(slopes: Any, question: Question, outs: Any) -> list:
    """Slopes of outputs in numbers: as they are in forward mode, else from the directions `outs`.

    Without outputs that move, all slopes as they are.
    """
    whole = [slope for slope, y in zip(slopes, question.made) if has_derivatives(y)]
    if question.forward or not outs:
        return whole
    return [(seed * slope).sum() for seed, slope in zip(outs, whole)]


def product_with(column: Any, way: Any) -> Any:
    """What a gradient says of one direction: of a complex one, of both parts."""
    if not isinstance(way, tuple):
        return column.dot(way.to_dense().reshape(-1) if way.is_sparse else way)
    parts = torch.view_as_real(column.resolve_conj())
    return parts[:, 0].dot(way[0]) + 1j * parts[:, 1].dot(way[1])


def check_still(slopes: Any, question: Question) -> None:
    """Outputs that require no gradient must not move."""
    for slope in (slope for row in slopes for slope in row):
        if slope.numel() and slope.abs().max() > question.nondet_tol:
            raise GradcheckError("Numerical gradient for function expected to be zero")


def in_full(question: Question, output: int, given: int) -> str:
    """What the slow way finds for one pair."""
    theirs = differences.jacobians(question)[given][output]
    if question.forward:
        ours = pushed.jacobians(question)[given][output]
    else:
        endless = question._replace(nondet_tol=float("inf"))
        ours = pulled.jacobians(endless, question.outputs[output])[given]
    words = ROUGHLY.format(theirs, ours, (theirs - ours).abs().max())
    return words + (ROUGHLY_BUT_CLOSE if torch.allclose(
        ours, theirs, question.rtol, question.atol) else "")


def close(a: Tensor, n: Tensor, rtol: float, atol: float) -> bool:
    """`allclose` of numbers of two dtypes."""
    dtype = torch.promote_types(a.dtype, n.dtype)
    return torch.allclose(a.to(dtype), n.to(dtype), rtol, atol)
