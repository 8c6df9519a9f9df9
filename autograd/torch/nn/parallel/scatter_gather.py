"""How arguments are spread over GPUs, of which there are none here: only what is no tensor is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from torch import Tensor as _Tensor

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

__all__ = ["scatter", "scatter_kwargs", "gather"]


def scatter(inputs: Any, target_gpus: Any, dim: int = 0) -> Any:
    """`inputs` once for each GPU; a tensor would have to be cut. AttributeError as torch has it."""
    if isinstance(inputs, _Tensor):
        raise AttributeError("module 'torch._C' has no attribute '_scatter'")
    if isinstance(inputs, tuple) and inputs:
        return [*zip(*(scatter(each, target_gpus, dim) for each in inputs))]
    if isinstance(inputs, list) and inputs:
        return [[*each] for each in zip(*(scatter(each, target_gpus, dim) for each in inputs))]
    if isinstance(inputs, dict) and inputs:
        return [type(inputs)(each) for each in zip(
            *(scatter(item, target_gpus, dim) for item in inputs.items()))]
    return [inputs for _ in target_gpus]


def scatter_kwargs(
        inputs: tuple[Tensor, ...], kwargs: dict[Any, Any], target_gpus: Any, dim: int = 0) -> Any:
    """Arguments by place and by name for each GPU."""
    return (tuple(scatter(inputs, target_gpus, dim) if inputs else ()),
            tuple(scatter(kwargs, target_gpus, dim) if kwargs else ()))


def gather(outputs: Callable[..., Any], target_device: Any, dim: int = 0) -> None:
    """torch's error: there are no results on GPUs."""
    raise AssertionError("Gather function not implemented for CPU tensors")
