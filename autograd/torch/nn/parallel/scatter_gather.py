"""How arguments are spread over GPUs, of which there are none here: only what is no tensor is."""

from torch import Tensor as _Tensor

__all__ = ["scatter", "scatter_kwargs", "gather"]


def scatter(inputs, target_gpus, dim=0):
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


def scatter_kwargs(inputs, kwargs, target_gpus, dim=0):
    """Arguments by place and by name for each GPU."""
    return (tuple(scatter(inputs, target_gpus, dim) if inputs else ()),
            tuple(scatter(kwargs, target_gpus, dim) if kwargs else ()))


def gather(outputs, target_device, dim=0):
    """torch's error: there are no results on GPUs."""
    raise AssertionError("Gather function not implemented for CPU tensors")
