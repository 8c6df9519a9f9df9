"""Conversion of parameters to one vector or back (`torch/nn/utils/convert_parameters.py`)."""

from __future__ import annotations

from collections.abc import Iterable

from autograd.functions.shape.concatenation import cat
from autograd.functions.tensor_api.properties import typename
from autograd.tensor.tensor import Tensor


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """Return the elements of all parameters as one differentiable vector."""
    return cat([each.view(-1) for each in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Set the data of the parameters to the slices of one vector."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for each in parameters:
        count = each.numel()
        each.data = vec[start:start + count].view_as(each).data
        start += count
