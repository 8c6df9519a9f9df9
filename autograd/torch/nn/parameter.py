"""Parameter and Buffer: tensors that a Module takes as its own when they are assigned to it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from torch import _utils

from autograd.arguments.qualified_names import repr_of_function
from autograd.functions.tensor_api.copy_pickle import user_attributes
from autograd.runtime import grad_mode
from autograd.runtime.bool_options import check_truth
from autograd.runtime.builtin_method import unbound
from autograd.runtime.function_record import record
from autograd.tensor.dtype import get_default_dtype
from autograd.tensor.mutation import share
from autograd.tensor.torch_function import method_behind
from autograd.tensor.tensor import Tensor, born, cut_from, rehouse, wrap
from autograd.tensor.torch_function import (
    disabled_class_handler, has_handler, without_dispatch, wrap_layers,
)


class _Known(type):
    """Takes tensors of other classes for its own once they carry the mark that it names."""

    def __instancecheck__(cls, instance):
        mark = vars(cls).get("_mark")
        marked = mark is not None and isinstance(instance, Tensor)
        return marked and getattr(instance, mark, False) or super().__instancecheck__(instance)


class Parameter(Tensor, metaclass=_Known):
    """A leaf that shares the memory of `data` and, unless told otherwise, requires a gradient.

    Of data of a class of the user's it is of that class, too.
    """

    __torch_function__ = disabled_class_handler
    _mark = "_is_param"
    _is_param = True

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = wrap(np.empty(0, get_default_dtype().numpy))
        own = type(data).__module__.partition(".")[0] in ("torch", "autograd")
        if isinstance(data, Tensor) and not own and has_handler(type(data)):
            made = data.detach().requires_grad_(requires_grad)
            made._is_param = True
            return made
        check_truth("_make_subclass", "require_grad", requires_grad, 3)
        made = shared(cls, data)
        if requires_grad and made._inference and not grad_mode.inference:
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                "allowed.")
        if requires_grad and made._array.dtype.kind not in "fcV":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        made._requires_grad = bool(requires_grad)
        return made

    def __init__(self, data=None, requires_grad=True):
        pass  # `__new__` did all; Tensor's own takes other arguments

    def __repr__(self, **options):
        return "Parameter containing:\n" + super().__repr__(**options)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self.requires_grad)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        args, state = (self.data, self.requires_grad, OrderedDict()), user_attributes(self)
        if state:
            return _utils._rebuild_parameter_with_state, (*args, state)
        return _utils._rebuild_parameter, args


def shared(cls, tensor: Tensor) -> Tensor:
    """A `cls` with the memory and version of `tensor` and no history."""
    if not isinstance(tensor, Tensor):
        raise AttributeError(f"'{type(tensor).__name__}' object has no attribute 'detach'")
    made = cut_from(tensor, born(cls, tensor._array, tensor._counter))
    made._meta, made._inference = tensor._meta, tensor._inference
    return share(made, tensor)


class Buffer(Tensor, metaclass=_Known):
    """Makes a tensor that becomes a buffer of the Module that it is assigned to."""

    _mark = "_is_buffer"

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = wrap(np.empty(0, get_default_dtype().numpy))
        made = data.detach().requires_grad_(data.requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made


# What torch lets happen to a tensor without a shape.
ALLOWED = set("""
    size copy_ is_complex is_floating_point half float double char short int long cuda cpu to
    get_device data_ptr accumulator
""".split())
ASKED = ("__getitem__", "__setitem__", "__len__", "__bool__", "__contains__")  # and what not


def refusing(name: str) -> Callable[..., Any]:
    """A method that raises torch's error of a tensor without a shape."""

    def method(self, *args, **options):
        func = f"<method '{method_behind(name)}' of 'torch._C.TensorBase' objects>"
        if record(name).python_method or name == "__deepcopy__":
            func = f"<function Tensor.{name} at {id(method):#x}>"
        elif name in ("__getitem__", "__setitem__"):
            func = f"<slot wrapper '{name}' of 'torch._C.TensorBase' objects>"
        raise shapeless(func, type(self))

    return method


def shapeless(func: str, kind: type) -> ValueError:
    """torch's error about a function, as Python shows it, that was given a tensor of this kind."""
    return ValueError(
        f"Attempted to use an uninitialized parameter in {func}. This error happens when you are "
        f"using a `LazyModule` or explicitly manipulating `torch.nn.parameter.{kind.__name__}` "
        "objects. When using LazyModules Call `forward` with a dummy batch to initialize the "
        "parameters before calling torch functions")


@classmethod
def refuse_function(
        cls, func: Callable[..., Any], types: tuple[type, ...], args: tuple[Tensor | int, ...] = (),
        kwargs: dict[Any, Any] | None = None) -> Any:
    """The handler of tensors without a shape: no function takes them."""
    if unbound(Tensor, func.__name__) is func and func.__name__ in ALLOWED:
        with without_dispatch():
            return func(*args, **(kwargs or {}))
    raise shapeless(repr_of_function(func), cls)


class UninitializedTensorMixin:
    """A parameter or buffer whose shape the first forward of its lazy module will tell."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=True, device=None, dtype=None, persistent=True):
        refuse_the_rest()
        made = shared(cls, wrap(np.empty(0, (dtype or get_default_dtype()).numpy)))
        made.requires_grad = requires_grad
        return made

    def __init__(self, requires_grad=True, device=None, dtype=None, persistent=True):
        pass

    def materialize(self, shape: Any, device: Any = None, dtype: Any = None) -> None:
        """Take memory of `shape` and become an ordinary parameter or tensor."""
        rehouse(self, np.zeros(shape, self._array.dtype if dtype is None else dtype.numpy))
        self.__class__ = self.cls_to_become

    @property
    def shape(self) -> None:
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized one. Call `forward` to initialize the parameters before accessing their "
            "attributes."
        )

    def share_memory_(self) -> None:
        """torch's error: there is no memory yet."""
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to "
            "initialize the parameters before calling `module.share_memory()`.")

    def __repr__(self, **options):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad,)

    def __deepcopy__(self, memo):
        refusing("__deepcopy__")(self)


@cache
def refuse_the_rest() -> None:
    """Give tensors without a shape a refusal for each method; when there is a first one.

    From then on layers ask what they are given, too, as other functions always do.
    """
    wrap_layers()
    for name in vars(Tensor):
        asked = method_behind(name) != name or name in ASKED or (
            name[0] != "_" and name not in ALLOWED)
        known = name in vars(UninitializedTensorMixin)
        if asked and not known and isinstance(unbound(Tensor, name), FunctionType):
            setattr(UninitializedTensorMixin, name, refusing(name))


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter that waits for its shape."""

    cls_to_become = Parameter
    __torch_function__ = refuse_function

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), type(self)(self.requires_grad))


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer that waits for its shape."""

    __torch_function__ = refuse_function

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = super().__new__(cls, requires_grad, device, dtype)
        made.persistent = persistent
        made._is_buffer = True
        return made


def is_lazy(param: Tensor | None) -> bool:
    """Whether `param` still waits for its shape."""
    return isinstance(param, UninitializedTensorMixin)
