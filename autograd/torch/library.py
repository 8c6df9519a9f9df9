"""`torch.library`: custom operators from Python functions."""

from __future__ import annotations

import inspect as _inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.runtime.grad_mode import is_grad_enabled as _is_grad_enabled
from autograd.tensor.tensor import Tensor as _Tensor
from torch.autograd.graph import increment_version as _increment_version
from torch.autograd.function import Function as _Function

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor

_DEFINED: dict[str, CustomOpDef] = {}
_CHECKS = ("test_schema", "test_autograd_registration", "test_faketensor",
           "test_aot_dispatch_dynamic")  # fmt: skip


class CustomOpDef:
    """A custom operator, with the backward formula that `register_autograd` sets."""

    def __init__(self, name: str, function, mutates):
        self._qualname, self._function = name, function
        self._signature = _inspect.signature(function)
        self._mutates = self._signature.parameters if mutates == "unknown" else tuple(mutates)
        self._backward = self._setup_context = None
        self._node = _make_function(self)

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args, **kwargs):
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        tensors = [x for x in bound.arguments.values() if isinstance(x, _Tensor)]
        if _is_grad_enabled() and any(x.requires_grad for x in tensors) and not self._mutates:
            return self._node.apply(*bound.args, **bound.kwargs)
        result = self._function(*bound.args, **bound.kwargs)
        for name in self._mutates:
            if isinstance(bound.arguments[name], _Tensor):
                _increment_version(bound.arguments[name])
        return result

    def register_autograd(self, backward: bool, /, *, setup_context: Any = None) -> None:
        """Set `backward(ctx, *grads)`, called after `setup_context(ctx, inputs, output)`."""
        self._backward, self._setup_context = backward, setup_context

    def register_fake(self, fn: Callable[..., Any], /) -> Any:
        """Return `fn`; it computes shapes for a compiler, which is absent."""
        return fn

    def register_kernel(self, device_types: Any, fn: Callable[..., Any] | None = None, /) -> Any:
        """Set the implementation for the CPU; other devices are ignored."""
        def register(function):
            devices = [device_types] if isinstance(device_types, str) else device_types
            if device_types is None or "cpu" in devices:
                self._function = function
            return function

        return register if fn is None else register(fn)


def _make_function(op: CustomOpDef) -> type:
    """Return the autograd Function that records a call of `op`."""

    def forward(ctx, *args, **kwargs):
        result = op._function(*args, **kwargs)
        if op._setup_context is not None:
            more = {"keyword_only_inputs": kwargs} if kwargs else {}
            op._setup_context(ctx=ctx, inputs=args, output=result, **more)
        return result

    def backward(ctx, *grads):
        if op._backward is None:
            name = op._qualname.replace("::", ".")
            raise RuntimeError(
                f"Trying to backward through {name}.default but no autograd formula was "
                "registered. Please use register_autograd to add one.")
        return op._backward(ctx, *grads)

    name = f"GeneratedBackwardFor_{op._qualname.replace('::', '_')}_default"
    steps = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(_Function)(name, (_Function,), steps)


def custom_op(
        name: str, fn: Callable[..., Any] | None = None, /, *, mutates_args: Any,
        device_types: Any = None, schema: Any = None, tags: Any = None) -> Any:
    """Define a custom operator "namespace::name"; return a decorator without `fn`.

    ValueError for another form of the name.
    """
    def define(function):
        if name.count("::") != 1:
            raise ValueError(
                f"Expected a qualified name of the form `namespace::name`, got {name}.")
        _DEFINED[name] = CustomOpDef(name, function, mutates_args)
        return _DEFINED[name]

    return define if fn is None else define(fn)


def register_autograd(
        op: str, backward: bool, /, *, setup_context: Any = None, lib: Any = None) -> None:
    """Call `op.register_autograd`; `op` is an operator or its name."""
    _find_operator(op).register_autograd(backward, setup_context=setup_context)


def register_fake(
        op: str, func: Callable[..., Any] | None = None, /, *, lib: Any = None,
        _stacklevel: int = 1, allow_override: bool = False) -> Any:
    """Call `op.register_fake`; `op` is an operator or its name."""
    _find_operator(op)
    return (lambda function: function) if func is None else func


def register_kernel(
        op: str, device_types: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None
) -> Any:
    """Call `op.register_kernel`; `op` is an operator or its name."""
    return _find_operator(op).register_kernel(device_types, func)


def opcheck(
        op: str, args: tuple[Tensor, ...], kwargs: dict[Any, Any] | None = None, *,
        test_utils: Any = _CHECKS, raise_exception: bool = True, **options: Any) -> Any:
    """Call an operator on examples, and return success for torch's checks of compilation."""
    _find_operator(op)(*args, **(kwargs or {}))
    return dict.fromkeys([test_utils] if isinstance(test_utils, str) else test_utils, "SUCCESS")


def _find_operator(op) -> CustomOpDef:
    """Return the operator itself, or the one of this name."""
    if isinstance(op, CustomOpDef):
        return op
    if op not in _DEFINED:
        raise RuntimeError(f"operator {op} does not exist")
    return _DEFINED[op]
