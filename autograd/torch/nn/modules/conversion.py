"""Changing a Module's tensors all at once: dtype, device, whether they require gradients."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from autograd.arguments.argument_parser import check_arguments
from autograd.functions.autograd.backward import write_grad
from autograd.functions.creation.filled import empty_like
from autograd.functions.creation.tensor_options import device_type_of
from autograd.runtime.grad_mode import no_grad
from autograd.runtime.observer import library_method
from autograd.runtime.warnings import caution
from autograd.tensor.device import device as device_type
from autograd.tensor.dtype import dtype as dtype_type, of_array, taken
from autograd.tensor.meta import NO_DATA
from autograd.tensor.tensor import Tensor
from torch.nn.parameter import Parameter
from torch.utils import swap_tensors

if TYPE_CHECKING:
    from torch.nn.modules.module import Module

COMPLEX = (
    "Complex modules are a new feature under active development whose design may change, and some "
    "modules might not work as expected when using complex tensors as parameters or buffers. "
    "Please file an issue at https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml "
    "if a complex module does not work as expected."
)


def asked_of_to(args: tuple[Any, ...], options: dict[Any, Any]) -> tuple:
    """The device, dtype and format that arguments of `to` ask for; torch's errors for others."""
    check_arguments("torch.Tensor", "to", args, options)
    flags = [value for value in args if isinstance(value, bool)]
    if "copy" in options or flags[1:]:
        raise RuntimeError(".to() does not accept copy argument")
    device, dtype = options.get("device"), options.get("dtype")
    for value in (*args, options.get("tensor", options.get("other"))):
        if isinstance(value, dtype_type | type):
            dtype = value
        elif isinstance(value, Tensor):
            device, dtype = value.device, of_array(value._array)
        elif isinstance(value, str | int | device_type) and not isinstance(value, bool):
            device = value
    return device, taken(dtype), options.get("memory_format")


class Convertible:
    """The part of Module that converts what it owns; the parameters stay the same objects."""

    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        future = import_module("torch.__future__")
        for name, parameter in self._parameters.items():
            if parameter is None:
                continue
            with no_grad():
                made = fn(parameter)
                if future._swap:
                    swap_tensors(parameter, replaced(parameter, made, fn))
                    continue
                if future._overwrite or made._meta != parameter._meta:  # memory there is or not
                    self._parameters[name] = replaced(parameter, made, fn)
                    continue
                parameter.data = made
                if parameter.grad is not None:
                    parameter.grad.data = fn(parameter.grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    @library_method
    def to(self, *args: Any, **options: Any) -> Module:
        """Another floating dtype or device, for all parameters and buffers, in place.

        Takes what `Tensor.to` takes, but no `copy`.
        """
        device, dtype, memory_format = asked_of_to(args, options)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtype}"
            )
        if dtype is not None and dtype.is_complex:
            caution(COMPLEX)
        if device is not None:
            device = device_type(device)
            self._apply(lambda tensor: mover(device_type_of(device))(tensor))
        if memory_format is not None:
            self._apply(lambda t: t.to(memory_format=memory_format) if t.dim() in (4, 5) else t)
        if dtype is None:
            return self
        return self._apply(lambda t: t.to(dtype) if t._array.dtype.kind in "fcV" else t)

    def _floating(self, name):
        def convert(tensor):
            return getattr(tensor, name)() if tensor.is_floating_point() else tensor

        return self._apply(convert)

    @library_method
    def float(self) -> Module:
        """All floating parameters and buffers as float32."""
        return self._floating("float")

    @library_method
    def double(self) -> Module:
        """All floating parameters and buffers as float64."""
        return self._floating("double")

    @library_method
    def half(self) -> Module:
        """All floating parameters and buffers as float16."""
        return self._floating("half")

    @library_method
    def bfloat16(self) -> Module:
        """All floating parameters and buffers as bfloat16."""
        return self._floating("bfloat16")

    @library_method
    def type(self, dst_type: Any) -> Module:
        """All parameters and buffers in another dtype."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def cpu(self) -> Any:
        """Itself: everything is on the CPU."""
        return self

    @library_method
    def cuda(self, device: Any = None) -> Any:
        """torch's error for a build without CUDA."""
        return self._apply(lambda tensor: tensor.cuda(device))

    def xpu(self, device: Any = None) -> None:
        """torch's error for a build without XPU."""
        raise AssertionError("Torch not compiled with XPU enabled")

    @library_method
    def to_empty(self, *, device: Any, recurse: bool = True) -> Any:
        """The same shapes on `device`, the values lost."""
        return self._apply(lambda tensor: empty_like(tensor, device=device), recurse)

    def share_memory(self) -> Any:
        """Itself: there is one process. What has no memory yet has none to share."""
        return self._apply(lambda tensor: tensor.share_memory_())

    @library_method
    def requires_grad_(self, requires_grad: bool = True) -> Module:
        """Whether the parameters require gradients."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    @library_method
    def zero_grad(self, set_to_none: Any = True) -> None:
        """Forget the parameters' gradients, or fill them with zeros."""
        zero_grads(self.parameters(), set_to_none)


def replaced(parameter: Any, made: list[Tensor], fn: Callable[..., Any]) -> Any:
    """A new parameter with what was `made` of an old one, and of its gradient."""
    new = Parameter(made, parameter.requires_grad)
    if parameter.grad is not None:
        new.grad = fn(parameter.grad).requires_grad_(parameter.grad.requires_grad)
    return new


def mover(place: str) -> Callable[..., Any]:
    """What takes a tensor to a device, whose type is `place`; torch's error where it cannot."""

    def move(tensor):
        if tensor._meta and place != "meta":
            raise NotImplementedError(
                f"{NO_DATA} Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() "
                "when moving module from meta to a different device."
            )
        return tensor.to(place) if place == "meta" else tensor

    return move


def zero_grads(parameters: Any, set_to_none: bool | str) -> None:
    """What `zero_grad` of modules and optimizers does to each parameter that has a gradient."""
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
