"""Distribution of arguments over GPUs, of which there are none here."""

from __future__ import annotations

from typing import Any

from torch import Tensor as _Tensor

__all__ = ["scatter", "scatter_kwargs", "gather"]


def scatter(inputs: Any, target_gpus: Any, dim: int = 0) -> Any:
    """Return `inputs` once for each GPU; raise torch's AttributeError for a tensor."""
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
        inputs: tuple[Any, ...], kwargs: dict[str, Any], target_gpus: Any, dim: int = 0
) -> tuple[Any, Any]:
    """Return positional and keyword arguments for each GPU."""
    return (tuple(scatter(inputs, target_gpus, dim) if inputs else ()),
            tuple(scatter(kwargs, target_gpus, dim) if kwargs else ()))


def gather(outputs: Any, target_device: Any, dim: int = 0) -> None:
    """Raise torch's error of CPU tensors."""
    raise AssertionError("Gather function not implemented for CPU tensors")
