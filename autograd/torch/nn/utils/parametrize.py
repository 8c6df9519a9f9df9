"""`torch.nn.utils.parametrize`: attributes computed from parameters when they are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from typing import TYPE_CHECKING

from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

from autograd.runtime.grad_mode import no_grad
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.size import Size
    from torch.nn.modules.module import Module

_cache: dict[tuple[int, str], Tensor] | None = None  # by id of the module and name of the tensor


@contextmanager
def cached() -> Iterator[None]:
    """Cache all parametrized tensors in the block, so that each is computed once."""
    global _cache
    outer, _cache = _cache, {} if _cache is None else _cache
    try:
        yield
    finally:
        _cache = outer


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, first to last, with the original tensors."""

    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        new = self._apply_right_inverses(original)
        if not isinstance(new, Tensor | Sequence):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                f"Got {type(new).__name__}"
            )
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            self._register_original(original, new)
        else:
            self._register_originals(original, new)
        if not unsafe:
            check_same_shape("unparametrized", "parametrized", shape, dtype, self())

    def _apply_right_inverses(self, value):
        with no_grad():
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    try:
                        value = module.right_inverse(value)
                    except NotImplementedError:
                        pass
        return value

    def _register_original(self, original, new):
        if original.dtype != new.dtype:
            raise ValueError(
                "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {new.dtype}"
            )
        with no_grad():
            original.set_(new)
        register_tensor(self, "original", original)

    def _register_originals(self, original, new):
        for i, part in enumerate(new):
            if not isinstance(part, Tensor):
                raise ValueError(
                    "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple..."
                    f"). Got element {i} of the sequence with type {type(part).__name__}."
                )
            if isinstance(original, Parameter):
                part = Parameter(part, original.requires_grad)
            part.requires_grad_(original.requires_grad)
            register_tensor(self, f"original{i}", part)

    def originals(self) -> list:
        """Return the original tensors, the arguments of the first parametrization."""
        if self.is_tensor:
            return [self.original]
        return [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def right_inverse(self, value: Tensor) -> None:
        """Set the original tensors so that the parametrized tensor becomes `value`.

        Raises RuntimeError if a parametrization has no `right_inverse`.
        """
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(
                        f"parametrization {type(module).__name__} does not implement right_inverse."
                    )
                value = module.right_inverse(value)
            if self.is_tensor:
                self._check_inverse(value)
                self.original.set_(value)
                return
            if not isinstance(value, Sequence):
                raise ValueError(
                    "'right_inverse' must return a sequence of tensors. Got "
                    f"{type(value).__name__}."
                )
            if len(value) != self.ntensors:
                raise ValueError(
                    "'right_inverse' must return a sequence of tensors of length "
                    f"{self.ntensors}. Got a sequence of length {len(value)}."
                )
            for original, part in zip(self.originals(), value):
                original.set_(part)

    def _check_inverse(self, value):
        if not isinstance(value, Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
        if value.dtype != self.original.dtype:
            raise ValueError(
                f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` "
                f"has dtype {self.original.dtype}"
            )

    def forward(self) -> Tensor:
        first, *rest = list(self)
        x = first(*self.originals())
        for module in rest:
            x = module(x)
        return x


def register_tensor(module: Module, name: str, tensor: Tensor) -> None:
    """Register `tensor` as a parameter of `module`, or as a buffer if it is none."""
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def check_same_shape(
        before: str, after: str, shape: Size, dtype: dtype, result: Tensor,
        flag: str = "`unsafe` flag") -> None:
    """Raise torch's ValueErrors unless `result` is a tensor of the same shape and dtype."""
    if not isinstance(result, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(result).__name__}.")
    dot = "." if before.startswith("module.") else " "
    for attribute, old, new in (("dtype", dtype, result.dtype), ("shape", shape, result.shape)):
        if old != new:
            raise ValueError(
                f"Registering a parametrization may not change the {attribute} of the tensor, "
                f"unless {flag} is enabled.\n{before}{dot}{attribute}: {old}\n"
                f"{after}{dot}{attribute}: {new}"
            )


def check_right_inverse(name: str, tensor: Tensor, parametrization: Module, value: Tensor) -> None:
    """Raise torch's ValueErrors unless `right_inverse`, if any, keeps shape and dtype."""
    result = missing = object()
    if hasattr(parametrization, "right_inverse"):
        with suppress(NotImplementedError):
            result = parametrization.right_inverse(value)
    if result is missing:
        return
    if not isinstance(result, Tensor):
        raise ValueError(
            f"parametrization.right_inverse must return a tensor. Got: {type(result).__name__}")
    for attribute in ("dtype", "shape"):
        old, new = getattr(tensor, attribute), getattr(result, attribute)
        if new != old:
            raise ValueError(
                f"The tensor returned by parametrization.right_inverse must have the same "
                f"{attribute} as {name}, unless the `unsafe` flag is enabled.\n"
                f"{name}.{attribute}: {old}\nreturned {attribute}: {new}")


def register_parametrization(
        module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Replace `module.tensor_name` by `parametrization` of it; return `module`.

    Raises ValueError if there is no such tensor, or (unless `unsafe`) if shape or dtype change.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            tensor = getattr(module, tensor_name)
            name = f"module.{tensor_name}"
            result = parametrization(tensor)
            check_same_shape(name, f"parametrization({name})", tensor.shape, tensor.dtype, result)
            check_right_inverse(name, tensor, parametrization, result)
        parametrizations = module.parametrizations[tensor_name]
        parametrizations.append(parametrization)
        parametrizations.unsafe |= unsafe
        return module
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    parametrizations = ParametrizationList(
        [parametrization], getattr(module, tensor_name), unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        module.__class__ = make_parametrized_class(type(module))
        module.parametrizations = ModuleDict()
    setattr(type(module), tensor_name, parametrized_property(tensor_name))
    module.parametrizations[tensor_name] = parametrizations
    return module


def make_parametrized_class(cls: type) -> type:
    """Return a subclass of `cls` for one module, which can have parametrized attributes."""

    def deepcopy_module(self, memo):
        replica = self.__new__(type(self))
        memo[id(self)] = replica
        replica.__dict__ = deepcopy(self.__dict__, memo)
        return replica

    def refuse_pickle(self):
        raise RuntimeError(
            "Serialization of parametrized modules is only supported through state_dict(). See:\n"
            "https://pytorch.org/tutorials/beginner/saving_loading_models.html#saving-loading-a-"
            "general-checkpoint-for-inference-and-or-resuming-training"
        )

    members = {
        "__getstate__": refuse_pickle, "__deepcopy__": deepcopy_module, "__module__": __name__}
    return type(f"Parametrized{cls.__name__}", (cls,), members)


def parametrized_property(name: str) -> property:
    """Return the property of a parametrized tensor."""

    def value(self):
        parametrizations = self.parametrizations[name]
        if _cache is None:
            return parametrizations()
        key = (id(self), name)
        if key not in _cache:
            _cache[key] = parametrizations()
        return _cache[key]

    return property(value, lambda self, value: self.parametrizations[name].right_inverse(value))


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Return True if a module has a parametrized tensor, of the name `tensor_name` if given."""
    parametrizations = module.__dict__.get("_modules", {}).get("parametrizations")
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(
        module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Remove the parametrizations of a tensor.

    It keeps its value, or with `leave_parametrized=False` becomes its original.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if not parametrizations.is_tensor and not leave_parametrized:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    if leave_parametrized:
        with no_grad():
            value = getattr(module, tensor_name)
    if parametrizations.is_tensor:
        original = parametrizations.original
        if leave_parametrized:
            with no_grad():
                original.set_(value)
    else:
        original = Parameter(value) if parametrizations.original0.requires_grad else value
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    register_tensor(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module: Module) -> type:
    """Return the class that a module had before it was parametrized."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(
        from_module: Module, to_module: Module, tensor_name: str | None = None) -> Module:
    """Copy the parametrizations of `from_module` and its original tensors to `to_module`."""
    if not is_parametrized(from_module):
        return to_module
    for name in list(from_module.parametrizations) if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        source = from_module.parametrizations[name]
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        target = to_module.parametrizations[name]
        for key in source._parameters:
            setattr(target, key, getattr(source, key))
    return to_module
