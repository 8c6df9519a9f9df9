"""Derivatives from central differences: entry by entry, or along one direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import torch
from torch.autograd._gradcheck.question import Question, has_derivatives, tuple_of

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


def jacobians(question: Question) -> list[list]:
    """For each input that moves, for each output its Jacobian, `(x.numel(), y.numel())`.

    Where an input is complex, that of the real outputs by its real part, and i times that by the
    other. Outputs of whole numbers have None.
    """
    return [by_entries(question, x) for x in question.moving]


def by_entries(question: Question, x: Tensor) -> list:
    """The Jacobians of all outputs by one input."""
    found = [torch.zeros((x.numel(), y.numel()), dtype=x.dtype if x.is_complex() else y.dtype)
             if has_derivatives(y) else None for y in question.made]
    whole = x if question.masked else filled(x)
    data, outputs = writable(question, x, whole)
    for place, row in entries_of(whole):
        alike = partial(check_alike, eps=question.eps, where=f"on index {place} ")
        slopes = slopes_at(outputs, data[place], question.eps, question.eps, alike)
        for jacobian, slope in zip(found, slopes):
            if jacobian is not None:
                jacobian[row] = slope
    return found


def along(question: Question, directions: list) -> list[list]:
    """For each input that moves the slopes of all outputs in its direction."""
    found = []
    alike = partial(check_alike, eps=question.eps, where="")
    for x, direction in zip(question.moving, directions):
        data, outputs = writable(question, x, x)
        steps = tuple(
            question.eps * (part._values() if part.is_sparse else part).reshape(data.shape)
            for part in tuple_of(direction))
        step = steps if isinstance(direction, tuple) else steps[0]
        found.append(slopes_at(outputs, data, step, question.eps, alike))
    return found


def writable(question: Question, x: Tensor, whole: Tensor) -> tuple:
    """The entries of an input, and what gives the outputs after these have been written.

    Of a sparse input those that `whole` holds.
    """
    if not x.is_sparse:
        return x.data, lambda: values_of(question.func, question.inputs)
    entries = whole._values().clone()

    def outputs():
        moved = torch.sparse_coo_tensor(
            whole._indices(), entries, x.shape, requires_grad=True, check_invariants=False,
            is_coalesced=whole.is_coalesced())
        return values_of(question.func, [moved if y is x else y for y in question.inputs])

    return entries, outputs


def values_of(func: Callable[..., Any], inputs: Any) -> list:
    """What a function gives now, kept from what comes."""
    return [y.clone() for y in tuple_of(func(*inputs))]


def slopes_at(
        outputs: Callable[..., Any], entry: Tensor, step: Any, eps: float,
        alike: Callable[..., Any]) -> list:
    """The slopes of the outputs when `entry` goes by `step`, whose length is `eps`.

    A complex entry goes by its real and by its imaginary part (`step` has one for each, or one for
    both).
    """
    real, imaginary = step if isinstance(step, tuple) else (step, step)
    slopes = one_way(outputs, entry, real, eps, alike)
    if entry.is_complex():
        slopes = [a + b * 1j for a, b in zip(
            slopes, one_way(outputs, entry, imaginary * 1j, eps, alike))]
    return slopes


def one_way(
        outputs: Callable[..., Any], entry: Tensor, step: complex, eps: float,
        alike: Callable[..., Any]) -> list:
    """The central differences of the outputs when `entry` goes by `step` of the length `eps`."""
    kept = entry.clone()
    entry.copy_(kept - step)
    before = outputs()
    entry.copy_(kept + step)
    after = outputs()
    entry.copy_(kept)
    found = []
    for a, b in zip(before, after):
        alike(a, b)
        found.append(((b - a) / (2 * eps)).detach().reshape(-1))
    return found


def check_alike(a: Tensor, b: Tensor, *, eps: float, where: str) -> None:
    """torch's error for outputs whose form depends on the values of the inputs."""
    for what in ("shape", "dtype"):
        if getattr(a, what) != getattr(b, what):
            raise AssertionError(
                f"Expected `func` to return outputs with the same {what} when inputs are perturbed "
                f"{where}by {eps}, but got: {what}s {getattr(a, what)} and {getattr(b, what)}.")


def entries_of(x: Tensor) -> Iterator[Any]:
    """Each entry of an input, or that a sparse one holds: its place, and its number row-major."""
    if not x.is_sparse:
        for row, place in enumerate(product(*map(range, x.shape))):
            yield place, row
        return
    for i, start in enumerate(x._indices().t().tolist()):
        for place in product(*map(range, x.shape[len(start) :])):
            yield (i, *place), row_of((*start, *place), x.shape)


def row_of(place: Any, shape: Size) -> int:
    """The number of an entry, row-major."""
    row = 0
    for index, length in zip(place, shape):
        row = row * length + index
    return row


def filled(x: Tensor) -> Tensor:
    """`x`, or a sparse tensor with all its entries: those that are not stored move, too."""
    if not x.is_sparse:
        return x
    places = torch.ones(x.shape[: x.sparse_dim()], dtype=torch.int8).nonzero().t()
    values = x.detach().to_dense().reshape(-1, *x.shape[x.sparse_dim() :])
    return torch.sparse_coo_tensor(places, values, x.shape, is_coalesced=True)
