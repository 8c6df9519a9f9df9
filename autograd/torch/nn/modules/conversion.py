"""Conversion of all tensors of a module in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograd.arguments.argument_parser import check_arguments
from autograd.functions.autograd.backward import write_grad
from autograd.functions.creation.tensor_options import device_type_of
from autograd.runtime.grad_mode import no_grad
from autograd.runtime.warnings import caution
from autograd.tensor.device import device as device_type
from autograd.tensor.dtype import dtype as dtype_type, dtype_of_array, as_dtype
from autograd.tensor.meta import NO_DATA
from autograd.tensor.tensor import Tensor
from torch.nn.parameter import Parameter
from torch.utils import swap_tensors

if TYPE_CHECKING:
    from torch.nn.modules.module import Module

COMPLEX_MODULE = (
    "Complex modules are a new feature under active development whose design may change, and some "
    "modules might not work as expected when using complex tensors as parameters or buffers. "
    "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
    "if a complex module does not work as expected."
)


def apply_to_tensors(module: Module, fn: Callable[..., Any], recurse: bool) -> Module:
    """Replace the data of all parameters and buffers by `fn` of them; return `module`.

    Parameters stay the same objects unless `torch.__future__` or a move from or to the meta device
    requires new ones.
    """
    if recurse:
        for child in module.children():
            child._apply(fn)
    future = import_module("torch.__future__")
    for name, parameter in module._parameters.items():
        if parameter is None:
            continue
        with no_grad():
            converted = fn(parameter)
            if future._swap:
                swap_tensors(parameter, new_parameter(parameter, converted, fn))
                continue
            if future._overwrite or converted._meta != parameter._meta:
                module._parameters[name] = new_parameter(parameter, converted, fn)
                continue
            parameter.data = converted
            if parameter.grad is not None:
                parameter.grad.data = fn(parameter.grad)
    for name, buffer in module._buffers.items():
        if buffer is not None:
            module._buffers[name] = fn(buffer)
    return module


def convert(module: Module, args: tuple[Any, ...], options: dict[str, Any]) -> Module:
    """Convert all parameters and buffers to the dtype, device and format of `Module.to`.

    Raises TypeError for an integer dtype; warns of a complex one.
    """
    device, dtype, memory_format = parse_to_arguments(args, options)
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise TypeError(
            "nn.Module.to only accepts floating point or complex dtypes, but got desired "
            f"dtype={dtype}"
        )
    if dtype is not None and dtype.is_complex:
        caution(COMPLEX_MODULE)
    if device is not None:
        device = device_type(device)
        module._apply(lambda tensor: move_to_device(tensor, device_type_of(device)))
    if memory_format is not None:
        module._apply(lambda t: t.to(memory_format=memory_format) if t.dim() in (4, 5) else t)
    if dtype is None:
        return module
    return module._apply(lambda t: t.to(dtype) if t._array.dtype.kind in "fcV" else t)


def convert_floating(module: Module, name: str) -> Module:
    """Convert all floating point tensors by the method `name` of Tensor, as `half`."""
    def convert_tensor(tensor: Tensor) -> Tensor:
        return getattr(tensor, name)() if tensor.is_floating_point() else tensor

    return module._apply(convert_tensor)


def parse_to_arguments(args: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return the device, dtype and memory format in the arguments of `Module.to`.

    Raises torch's errors for arguments that `Tensor.to` does not take.
    """
    check_arguments("torch.Tensor", "to", args, options)
    flags = [value for value in args if isinstance(value, bool)]
    if "copy" in options or flags[1:]:
        raise RuntimeError(".to() does not accept copy argument")
    device, dtype = options.get("device"), options.get("dtype")
    for value in (*args, options.get("tensor", options.get("other"))):
        if isinstance(value, dtype_type | type):
            dtype = value
        elif isinstance(value, Tensor):
            device, dtype = value.device, dtype_of_array(value._array)
        elif isinstance(value, str | int | device_type) and not isinstance(value, bool):
            device = value
    return device, as_dtype(dtype), options.get("memory_format")


def new_parameter(parameter: Parameter, data: Tensor, fn: Callable[..., Any]) -> Parameter:
    """Return a Parameter of `data` with the gradient of `parameter` converted by `fn`."""
    new = Parameter(data, parameter.requires_grad)
    if parameter.grad is not None:
        new.grad = fn(parameter.grad).requires_grad_(parameter.grad.requires_grad)
    return new


def move_to_device(tensor: Tensor, device_type: str) -> Tensor:
    """Return `tensor` on a device; a meta tensor has no data to move, which raises."""
    if tensor._meta and device_type != "meta":
        raise NotImplementedError(
            f"{NO_DATA} Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() "
            "when moving module from meta to a different device."
        )
    return tensor.to(device_type) if device_type == "meta" else tensor


def zero_grads(parameters: Iterable[Tensor], set_to_none: bool) -> None:
    """Reset the gradients of `parameters` to None, or to zeros: `zero_grad` of torch."""
    for parameter in parameters:
        grad = parameter._grad
        if grad is None:
            continue
        if set_to_none:
            write_grad(parameter, None, by="zero_grad")
            continue
        if grad.grad_fn is not None:
            grad.detach_()
        else:
            grad.requires_grad_(False)
        grad.zero_()
