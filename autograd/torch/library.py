"""`torch.library`: Python functions as operators that autograd knows."""

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
    """An operator made of a Python function, with the gradient that `register_autograd` gives."""

    def __init__(self, name: str, function, mutates):
        self._qualname, self._function = name, function
        self._signature = _inspect.signature(function)
        self._mutates = self._signature.parameters if mutates == "unknown" else tuple(mutates)
        self._backward = self._setup_context = None
        self._node = _node_of(self)

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args, **kwargs):
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        tensors = [x for x in bound.arguments.values() if isinstance(x, _Tensor)]
        if _is_grad_enabled() and any(x.requires_grad for x in tensors) and not self._mutates:
            return self._node.apply(*bound.args, **bound.kwargs)
        made = self._function(*bound.args, **bound.kwargs)
        for name in self._mutates:
            if isinstance(bound.arguments[name], _Tensor):
                _increment_version(bound.arguments[name])
        return made

    def register_autograd(self, backward: bool, /, *, setup_context: Any = None) -> None:
        """Let gradients be `backward(ctx, *grads)`, after `setup_context(ctx, inputs, output)`."""
        self._backward, self._setup_context = backward, setup_context

    def register_fake(self, fn: Callable[..., Any], /) -> Any:
        """Take a function that says shapes for a compiler; there is none here to ask it."""
        return fn

    def register_kernel(self, device_types: Any, fn: Callable[..., Any] | None = None, /) -> Any:
        """Replace the function that runs on the CPU; other devices are not here."""
        def take(function):
            kinds = [device_types] if isinstance(device_types, str) else device_types
            if device_types is None or "cpu" in kinds:
                self._function = function
            return function

        return take if fn is None else take(fn)


def _node_of(op: CustomOpDef) -> type:
    """The custom function that puts a call of `op` on the tape."""

    def forward(ctx, *args, **kwargs):
        made = op._function(*args, **kwargs)
        if op._setup_context is not None:
            more = {"keyword_only_inputs": kwargs} if kwargs else {}
            op._setup_context(ctx=ctx, inputs=args, output=made, **more)
        return made

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
    """Make a Python function an operator named "namespace::name"; a decorator without `fn`."""
    def define(function):
        if name.count("::") != 1:
            raise ValueError(
                f"Expected a qualified name of the form `namespace::name`, got {name}.")
        _DEFINED[name] = CustomOpDef(name, function, mutates_args)
        return _DEFINED[name]

    return define if fn is None else define(fn)


def register_autograd(
        op: str, backward: bool, /, *, setup_context: Any = None, lib: Any = None) -> None:
    """`op.register_autograd`, by the operator or its name."""
    _found(op).register_autograd(backward, setup_context=setup_context)


def register_fake(
        op: str, func: Callable[..., Any] | None = None, /, *, lib: Any = None,
        _stacklevel: int = 1, allow_override: bool = False) -> Any:
    """`op.register_fake`, by the operator or its name."""
    _found(op)
    return (lambda function: function) if func is None else func


def register_kernel(
        op: str, device_types: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None
) -> Any:
    """`op.register_kernel`, by the operator or its name."""
    return _found(op).register_kernel(device_types, func)


def opcheck(
        op: str, args: tuple[Tensor, ...], kwargs: dict[Any, Any] | None = None, *,
        test_utils: Any = _CHECKS, raise_exception: bool = True, **options: Any) -> Any:
    """Call an operator on examples; what torch checks for its compiler holds where nothing is."""
    _found(op)(*args, **(kwargs or {}))
    return dict.fromkeys([test_utils] if isinstance(test_utils, str) else test_utils, "SUCCESS")


def _found(op) -> CustomOpDef:
    if isinstance(op, CustomOpDef):
        return op
    if op not in _DEFINED:
        raise RuntimeError(f"operator {op} does not exist")
    return _DEFINED[op]
