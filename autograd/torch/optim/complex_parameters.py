"""Steps of complex parameters, computed on their real view as torch does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from torch.optim.optimizer import Optimizer


def view_as_real(array: np.ndarray) -> np.ndarray:
    """Return the parts of a complex array, shape (..., 2); a view if `array` is contiguous."""
    return np.ascontiguousarray(array).reshape(*np.shape(array), 1).view(array.real.dtype)


def view_as_complex(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return the complex array of the parts (..., 2); a view if `array` is contiguous."""
    return np.ascontiguousarray(array).view(dtype)[..., 0]


def update_complex(
        optimizer: Optimizer, param: Tensor, array: np.ndarray, grad: np.ndarray,
        group: dict[str, Any]) -> np.ndarray:
    """Return the new value of a complex parameter, by `optimizer._update` of its real view.

    The state stays complex. Raises torch's RuntimeError if the optimizer takes no complex numbers.
    """
    if not optimizer.takes_complex:
        name = type(optimizer).__name__
        raise RuntimeError(f"{name} does not support complex parameters")
    complex_state, real_param = optimizer.state.get(param, {}), wrap(view_as_real(array))
    state = optimizer.state[real_param] = {
        name: state_as_real(value) for name, value in complex_state.items()}
    try:
        result = optimizer._update(real_param, real_param._array, view_as_real(grad), group)
    finally:
        del optimizer.state[real_param]
    for name, value in state.items():
        has_real_shape = isinstance(value, Tensor) and value._array.shape == real_param._array.shape
        if name not in complex_state:
            new = wrap(view_as_complex(value._array, array.dtype)) if has_real_shape else value
            optimizer.state[param][name] = new
        elif has_real_shape:
            complex_state[name]._array[...] = view_as_complex(value._array, array.dtype)
        else:
            complex_state[name] = value
    return view_as_complex(result, array.dtype)


def state_as_real(value: Any) -> Any:
    """Return a complex tensor of the state as a tensor of its parts, other values unchanged."""
    if isinstance(value, Tensor) and value._array.dtype.kind == "c":
        return wrap(view_as_real(value._array))
    return value
