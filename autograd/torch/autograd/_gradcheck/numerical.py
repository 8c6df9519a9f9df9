"""Numerical derivatives by central differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import torch
from torch.autograd._gradcheck.checked_function import CheckedFunction, is_differentiable, as_tuple

if TYPE_CHECKING:
    from autograd.tensor.size import Size
    from autograd.tensor.tensor import Tensor


def compute_jacobians(checked: CheckedFunction) -> list[list]:
    """Return the Jacobians `(x.numel(), y.numel())` of all outputs, for each differentiable input.

    For a complex input, the derivatives by its real part plus i times those by its imaginary part.
    Outputs of an integer dtype have None.
    """
    return [perturb_each_entry(checked, x) for x in checked.differentiable_inputs]


def perturb_each_entry(checked: CheckedFunction, x: Tensor) -> list:
    """Return the Jacobians of all outputs with respect to `x`, by perturbing one entry at a
    time."""
    jacobians = [torch.zeros((x.numel(), y.numel()), dtype=x.dtype if x.is_complex() else y.dtype)
             if is_differentiable(y) else None for y in checked.results]
    entries = x if checked.masked else store_all_entries(x)
    data, outputs = bind_entries(checked, x, entries)
    for index, row in iterate_entries(entries):
        check_metadata = partial(check_same_metadata, eps=checked.eps, where=f"on index {index} ")
        derivatives = compute_derivatives_at(
            outputs, data[index], checked.eps, checked.eps, check_metadata
        )
        for jacobian, derivative in zip(jacobians, derivatives):
            if jacobian is not None:
                jacobian[row] = derivative
    return jacobians


def compute_directional_derivatives(checked: CheckedFunction, directions: list) -> list[list]:
    """Return the derivatives of all outputs along one direction of each differentiable input."""
    derivatives = []
    check_metadata = partial(check_same_metadata, eps=checked.eps, where="")
    for x, direction in zip(checked.differentiable_inputs, directions):
        data, outputs = bind_entries(checked, x, x)
        steps = tuple(
            checked.eps * (part._values() if part.is_sparse else part).reshape(data.shape)
            for part in as_tuple(direction))
        step = steps if isinstance(direction, tuple) else steps[0]
        derivatives.append(compute_derivatives_at(outputs, data, step, checked.eps, check_metadata))
    return derivatives


def bind_entries(checked: CheckedFunction, x: Tensor, entries_of_x: Tensor) -> tuple:
    """Return the entries of `x` to perturb, and a function that computes the outputs from them.

    Of a sparse input, these are copies of the values that `entries_of_x` specifies.
    """
    if not x.is_sparse:
        return x.data, lambda: call_and_clone(checked.func, checked.inputs)
    entries = entries_of_x._values().clone()

    def outputs():
        perturbed = torch.sparse_coo_tensor(
            entries_of_x._indices(), entries, x.shape, requires_grad=True, check_invariants=False,
            is_coalesced=entries_of_x.is_coalesced())
        return call_and_clone(checked.func, [perturbed if y is x else y for y in checked.inputs])

    return entries, outputs


def call_and_clone(func: Callable[..., Any], inputs: Any) -> list:
    """Return copies of the outputs of `func`, which later calls do not change."""
    return [y.clone() for y in as_tuple(func(*inputs))]


def compute_derivatives_at(
        outputs: Callable[..., Any], entry: Tensor, step: Any, eps: float,
        check_metadata: Callable[..., Any]) -> list:
    """Return the derivatives of the outputs by `entry`, moved by `step`, whose length is `eps`.

    A complex entry is moved along its real and its imaginary part; `step` is then a pair of steps,
    or one step for both.
    """
    real, imaginary = step if isinstance(step, tuple) else (step, step)
    derivatives = compute_central_differences(outputs, entry, real, eps, check_metadata)
    if entry.is_complex():
        derivatives = [
            a + b * 1j
            for a, b in zip(
                derivatives,
                compute_central_differences(outputs, entry, imaginary * 1j, eps, check_metadata),
            )
        ]
    return derivatives


def compute_central_differences(
        outputs: Callable[..., Any], entry: Tensor, step: complex, eps: float,
        check_metadata: Callable[..., Any]) -> list:
    """Return the central differences of the outputs for `step`, whose length is `eps`."""
    original = entry.clone()
    entry.copy_(original - step)
    before = outputs()
    entry.copy_(original + step)
    after = outputs()
    entry.copy_(original)
    differences = []
    for a, b in zip(before, after):
        check_metadata(a, b)
        differences.append(((b - a) / (2 * eps)).detach().reshape(-1))
    return differences


def check_same_metadata(a: Tensor, b: Tensor, *, eps: float, where: str) -> None:
    """Raise AssertionError if the shape or dtype of an output depends on the perturbation."""
    for attribute in ("shape", "dtype"):
        if getattr(a, attribute) != getattr(b, attribute):
            raise AssertionError(
                f"Expected `func` to return outputs with the same {attribute} when inputs are "
                f"perturbed {where}by {eps}, but got: {attribute}s {getattr(a, attribute)} and "
                f"{getattr(b, attribute)}."
            )


def iterate_entries(x: Tensor) -> Iterator[Any]:
    """Yield the index and the flattened index of each entry, or of each specified one if sparse."""
    if not x.is_sparse:
        for row, index in enumerate(product(*map(range, x.shape))):
            yield index, row
        return
    for i, start in enumerate(x._indices().t().tolist()):
        for index in product(*map(range, x.shape[len(start) :])):
            yield (i, *index), flatten_index((*start, *index), x.shape)


def flatten_index(index: Any, shape: Size) -> int:
    """Return the index, in row-major order, of the entry at `index`."""
    row = 0
    for i, length in zip(index, shape):
        row = row * length + i
    return row


def store_all_entries(x: Tensor) -> Tensor:
    """Return `x`; if it is sparse, with all entries specified, so that each can be perturbed."""
    if not x.is_sparse:
        return x
    indices = torch.ones(x.shape[: x.sparse_dim()], dtype=torch.int8).nonzero().t()
    values = x.detach().to_dense().reshape(-1, *x.shape[x.sparse_dim() :])
    return torch.sparse_coo_tensor(indices, values, x.shape, is_coalesced=True)
