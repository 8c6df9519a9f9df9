"""Steps of complex parameters: on their parts as on numbers apart, torch's `view_as_real`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer


def parts(array: np.ndarray) -> np.ndarray:
    """Real and imaginary parts side by side: `(..., 2)`, of the same memory where it can be."""
    return np.ascontiguousarray(array).reshape(*np.shape(array), 1).view(array.real.dtype)


def whole(pairs: Any, kind: Any) -> np.ndarray:
    """The complex array of dtype `kind` over the memory of `(..., 2)` parts."""
    return np.ascontiguousarray(pairs).view(kind)[..., 0]


def in_parts(
        optimizer: Optimizer, param: Tensor, array: np.ndarray, grad: np.ndarray,
        group: dict[str, float | list[Any]]) -> np.ndarray:
    """What `optimizer._update` makes of a complex parameter, whose state stays complex.

    RuntimeError in torch's words where an algorithm takes real numbers only.
    """
    if not optimizer.takes_complex:
        name = type(optimizer).__name__
        raise RuntimeError(f"{name} does not support complex parameters")
    kept, twin = optimizer.state.get(param, {}), wrap(parts(array))
    state = optimizer.state[twin] = {name: apart(value) for name, value in kept.items()}
    try:
        stepped = optimizer._update(twin, twin._array, parts(grad), group)
    finally:
        del optimizer.state[twin]
    for name, value in state.items():
        if name not in kept:
            optimizer.state[param][name] = together(value, twin, array.dtype)
        elif isinstance(value, Tensor) and value._array.shape == twin._array.shape:
            kept[name]._array[...] = whole(value._array, array.dtype)
        else:
            kept[name] = value
    return whole(stepped, array.dtype)


def apart(value: Tensor) -> Any:
    """A complex entry of the state as a tensor of its parts; others as they are."""
    if isinstance(value, Tensor) and value._array.dtype.kind == "c":
        return wrap(parts(value._array))
    return value


def together(value: Tensor, twin: Any, kind: Any) -> Any:
    """A new entry of the state, complex again if it has the shape of the parameter's parts."""
    if isinstance(value, Tensor) and value._array.shape == twin._array.shape:
        return wrap(whole(value._array, kind))
    return value
