"""`torch.nn.utils.parametrize`: a parameter as a function of another, computed when it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.parameter import Parameter

from autograd.runtime.grad_mode import no_grad
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.dtype import dtype
    from autograd.tensor.size import Size
    from torch.nn.modules.module import Module

_kept: dict | None = None  # inside `cached()`: (id of the module, name) -> value


@contextmanager
def cached() -> Iterator[None]:
    """In the block every parametrized tensor is computed once."""
    global _kept
    outer, _kept = _kept, {} if _kept is None else _kept
    try:
        yield
    finally:
        _kept = outer


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, first to last, and what they are functions of."""

    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        new = self._inverted(original)
        if not isinstance(new, Tensor | Sequence):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                f"Got {type(new).__name__}"
            )
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            self._keep_one(original, new)
        else:
            self._keep_several(original, new)
        if not unsafe:
            check_kept("unparametrized", "parametrized", shape, dtype, self())

    def _inverted(self, value):
        with no_grad():
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    try:
                        value = module.right_inverse(value)
                    except NotImplementedError:
                        pass
        return value

    def _keep_one(self, original, new):
        if original.dtype != new.dtype:
            raise ValueError(
                "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {new.dtype}"
            )
        with no_grad():
            original.set_(new)
        own(self, "original", original)

    def _keep_several(self, original, new):
        for i, part in enumerate(new):
            if not isinstance(part, Tensor):
                raise ValueError(
                    "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple..."
                    f"). Got element {i} of the sequence with type {type(part).__name__}."
                )
            if isinstance(original, Parameter):
                part = Parameter(part, original.requires_grad)
            part.requires_grad_(original.requires_grad)
            own(self, f"original{i}", part)

    def originals(self) -> list:
        """The tensors that the parametrization is a function of."""
        if self.is_tensor:
            return [self.original]
        return [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def right_inverse(self, value: Tensor) -> None:
        """Make `value` the parametrized tensor, by setting the originals."""
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(
                        f"parametrization {type(module).__name__} does not implement right_inverse."
                    )
                value = module.right_inverse(value)
            if self.is_tensor:
                self._check_one(value)
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

    def _check_one(self, value):
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


def own(module: Module, name: str, tensor: Tensor) -> None:
    """Make `tensor` a parameter of `module`, or a buffer if it is none."""
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def check_kept(
        before: str, after: str, shape: Size, dtype: dtype, made: Tensor,
        flag: str = "`unsafe` flag") -> None:
    """Raise torch's errors unless `made` is a tensor of the same shape and dtype."""
    if not isinstance(made, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
    dot = "." if before.startswith("module.") else " "
    for what, have, got in (("dtype", dtype, made.dtype), ("shape", shape, made.shape)):
        if have != got:
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless "
                f"{flag} is enabled.\n{before}{dot}{what}: {have}\n{after}{dot}{what}: {got}"
            )


def check_inverted(place: str, have: Tensor, parametrization: Module, value: Tensor) -> None:
    """Raise torch's errors unless `right_inverse`, if any, keeps dtype and shape of `have`."""
    made = unchanged = object()
    if hasattr(parametrization, "right_inverse"):
        with suppress(NotImplementedError):
            made = parametrization.right_inverse(value)
    if made is unchanged:
        return
    if not isinstance(made, Tensor):
        raise ValueError(
            f"parametrization.right_inverse must return a tensor. Got: {type(made).__name__}")
    for what in ("dtype", "shape"):
        if getattr(made, what) != getattr(have, what):
            raise ValueError(
                f"The tensor returned by parametrization.right_inverse must have the same {what} "
                f"as {place}, unless the `unsafe` flag is enabled.\n"
                f"{place}.{what}: {getattr(have, what)}\nreturned {what}: {getattr(made, what)}")


def register_parametrization(
        module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """From now on `module.tensor_name` is `parametrization` of what it was; returns `module`.

    Raises ValueError if there is no such tensor, or (unless `unsafe`) if shape or dtype change.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            have = getattr(module, tensor_name)
            place = f"module.{tensor_name}"
            made = parametrization(have)
            check_kept(place, f"parametrization({place})", have.shape, have.dtype, made)
            check_inverted(place, have, parametrization, made)
        several = module.parametrizations[tensor_name]
        several.append(parametrization)
        several.unsafe |= unsafe
        return module
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    several = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        module.__class__ = parametrized_class(type(module))
        module.parametrizations = ModuleDict()
    setattr(type(module), tensor_name, computed(tensor_name))
    module.parametrizations[tensor_name] = several
    return module


def parametrized_class(kind: type) -> type:
    """A subclass of `kind` for one module, which can have tensors that are computed."""

    def copied(self, memo):
        replica = self.__new__(type(self))
        memo[id(self)] = replica
        replica.__dict__ = deepcopy(self.__dict__, memo)
        return replica

    def refused(self):
        raise RuntimeError(
            "Serialization of parametrized modules is only supported through state_dict(). See:\n"
            "https://pytorch.org/tutorials/beginner/saving_loading_models.html#saving-loading-a-"
            "general-checkpoint-for-inference-and-or-resuming-training"
        )

    members = {"__getstate__": refused, "__deepcopy__": copied, "__module__": __name__}
    return type(f"Parametrized{kind.__name__}", (kind,), members)


def computed(name: str) -> property:
    """The attribute that stands for a parametrized tensor."""

    def value(self):
        several = self.parametrizations[name]
        if _kept is None:
            return several()
        key = (id(self), name)
        if key not in _kept:
            _kept[key] = several()
        return _kept[key]

    return property(value, lambda self, value: self.parametrizations[name].right_inverse(value))


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether a module has a parametrized tensor (of this name)."""
    several = module.__dict__.get("_modules", {}).get("parametrizations")
    if not isinstance(several, ModuleDict):
        return False
    return len(several) > 0 if tensor_name is None else tensor_name in several


def remove_parametrizations(
        module: Module, tensor_name: str, leave_parametrized: bool = True) -> Any:
    """Undo all parametrizations of a tensor, which keeps its value or goes back to its original."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    several = module.parametrizations[tensor_name]
    if not several.is_tensor and not leave_parametrized:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    if leave_parametrized:
        with no_grad():
            value = getattr(module, tensor_name)
    if several.is_tensor:
        original = several.original
        if leave_parametrized:
            with no_grad():
                original.set_(value)
    else:
        original = Parameter(value) if several.original0.requires_grad else value
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    own(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module: Module) -> type:
    """The type that a module had before it was parametrized."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(
        from_module: Any, to_module: Any, tensor_name: str | None = None) -> Any:
    """Give `to_module` the parametrizations of `from_module` and the values of its originals."""
    if not is_parametrized(from_module):
        return to_module
    for name in list(from_module.parametrizations) if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        given = from_module.parametrizations[name]
        for parametrization in given:
            register_parametrization(to_module, name, parametrization)
        taken = to_module.parametrizations[name]
        for key in given._parameters:
            setattr(taken, key, getattr(given, key))
    return to_module
