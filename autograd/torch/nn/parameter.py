"""`torch.nn.parameter`: tensors that a Module registers when they are assigned to it."""

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
from autograd.runtime import observer
from autograd.runtime.bool_options import check_bool
from autograd.runtime.builtin_method import get_class_attribute
from autograd.runtime.execution_state import execution
from autograd.runtime.function_record import record
from autograd.tensor.dtype import get_default_dtype
from autograd.tensor.mutation import notify_shared
from autograd.tensor.torch_function import method_behind
from autograd.tensor.tensor import Tensor, new_tensor, keep_storage, set_data, wrap
from autograd.tensor.torch_function import (
    disabled_class_handler, has_handler, without_dispatch, wrap_layers,
)


class _MarkedTypeMeta(type):
    """Metaclass: tensors of other classes are instances if they have the attribute `_mark`."""

    def __instancecheck__(cls, instance):
        mark = vars(cls).get("_mark")
        marked = mark is not None and isinstance(instance, Tensor)
        return marked and getattr(instance, mark, False) or super().__instancecheck__(instance)


class Parameter(Tensor, metaclass=_MarkedTypeMeta):
    """Leaf that shares the memory of `data` and requires gradients by default.

    For data of a subclass of the user it is of that subclass.
    """

    __torch_function__ = disabled_class_handler
    _mark = "_is_param"
    _is_param = True

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = wrap(np.empty(0, get_default_dtype().numpy))
        is_builtin = type(data).__module__.partition(".")[0] in ("torch", "autograd")
        if isinstance(data, Tensor) and not is_builtin and has_handler(type(data)):
            param = data.detach().requires_grad_(requires_grad)
            param._is_param = True
            return param
        check_bool("_make_subclass", "require_grad", requires_grad, 3)
        param = share_memory_of(cls, data)
        if requires_grad and param._inference and not execution.inference_mode:
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                "allowed.")
        if requires_grad and param._array.dtype.kind not in "fcV":
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients"
            )
        watching = observer.current if isinstance(data, Tensor) and data._requires_grad else None
        if watching is not None:
            watching.detached(param, data)
        param._requires_grad = bool(requires_grad)
        if watching is not None and requires_grad:
            watching.required(param)
        return param

    def __init__(self, data=None, requires_grad=True):
        pass  # `__new__` did all; `Tensor.__init__` takes other arguments

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


def share_memory_of(cls, tensor: Tensor) -> Tensor:
    """Return a `cls` with the memory and version of `tensor`, without history."""
    if not isinstance(tensor, Tensor):
        raise AttributeError(f"'{type(tensor).__name__}' object has no attribute 'detach'")
    result = keep_storage(tensor, new_tensor(cls, tensor._array, tensor._counter))
    result._meta, result._inference = tensor._meta, tensor._inference
    return notify_shared(result, tensor)


class Buffer(Tensor, metaclass=_MarkedTypeMeta):
    """Tensor that a Module registers as a buffer when it is assigned."""

    _mark = "_is_buffer"

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = wrap(np.empty(0, get_default_dtype().numpy))
        buffer = data.detach().requires_grad_(data.requires_grad)
        buffer.persistent = persistent
        buffer._is_buffer = True
        return buffer


# Methods named with underscores that uninitialized tensors define too, so that they raise.
RAISING_METHODS = ("__getitem__", "__setitem__", "__len__", "__bool__", "__contains__")


def raising_method(name: str) -> Callable[..., Any]:
    """Return a method that raises torch's error of an uninitialized tensor."""

    def method(self, *args, **options):
        func = f"<method '{method_behind(name)}' of 'torch._C.TensorBase' objects>"
        if record(name).python_method or name == "__deepcopy__":
            func = f"<function Tensor.{name} at {id(method):#x}>"
        elif name in ("__getitem__", "__setitem__"):
            func = f"<slot wrapper '{name}' of 'torch._C.TensorBase' objects>"
        raise uninitialized_error(func, type(self))

    return method


def uninitialized_error(func: str, cls: type) -> ValueError:
    """Return torch's error about a function, by its repr, of an uninitialized tensor."""
    return ValueError(
        f"Attempted to use an uninitialized parameter in {func}. This error happens when you are "
        f"using a `LazyModule` or explicitly manipulating `torch.nn.parameter.{cls.__name__}` "
        "objects. When using LazyModules Call `forward` with a dummy batch to initialize the "
        "parameters before calling torch functions")


@classmethod
def refuse_function(
        cls, func: Callable[..., Any], types: tuple[type, ...], args: tuple[Tensor | int, ...] = (),
        kwargs: dict[Any, Any] | None = None) -> Any:
    """Raise torch's error, as `__torch_function__`, unless the function takes such tensors."""
    name = func.__name__
    if get_class_attribute(Tensor, name) is func and record(name).takes_uninitialized:
        with without_dispatch():
            return func(*args, **(kwargs or {}))
    raise uninitialized_error(repr_of_function(func), cls)


class UninitializedTensorMixin:
    """Parameter or buffer whose shape is not known before the first input of its module."""

    cls_to_become = Tensor

    def __new__(cls, requires_grad=True, device=None, dtype=None, persistent=True):
        define_raising_methods()
        tensor = share_memory_of(cls, wrap(np.empty(0, (dtype or get_default_dtype()).numpy)))
        tensor.requires_grad = requires_grad
        return tensor

    def __init__(self, requires_grad=True, device=None, dtype=None, persistent=True):
        pass

    def materialize(self, shape: tuple[int, ...], device: Any = None, dtype: Any = None) -> None:
        """Allocate memory of `shape` and become a `cls_to_become`."""
        set_data(self, np.zeros(shape, self._array.dtype if dtype is None else dtype.numpy))
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
        """Raise torch's error: there is no memory yet."""
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to "
            "initialize the parameters before calling `module.share_memory()`.")

    def __repr__(self, **options):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad,)

    def __deepcopy__(self, memo):
        raising_method("__deepcopy__")(self)


@cache
def define_raising_methods() -> None:
    """Define all other methods of uninitialized tensors, which raise; run once, for the first one.

    From then on layers dispatch to `__torch_function__` too, as other functions always do.
    """
    wrap_layers()
    for name in vars(Tensor):
        raises = method_behind(name) != name or name in RAISING_METHODS or (
            name[0] != "_" and not record(name).takes_uninitialized)
        is_defined = name in vars(UninitializedTensorMixin)
        is_python = isinstance(get_class_attribute(Tensor, name), FunctionType)
        if raises and not is_defined and is_python:
            setattr(UninitializedTensorMixin, name, raising_method(name))


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """Parameter of a lazy module, without shape."""

    cls_to_become = Parameter
    __torch_function__ = refuse_function

    def __deepcopy__(self, memo):
        return memo.setdefault(id(self), type(self)(self.requires_grad))


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """Buffer of a lazy module, without shape."""

    __torch_function__ = refuse_function

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        buffer = super().__new__(cls, requires_grad, device, dtype)
        buffer.persistent = persistent
        buffer._is_buffer = True
        return buffer


def is_lazy(param: Tensor | None) -> bool:
    """Return True if `param` has no shape yet."""
    return isinstance(param, UninitializedTensorMixin)
