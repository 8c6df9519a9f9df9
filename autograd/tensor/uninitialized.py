"""What fresh memory holds: zeros, or what shows at once where ops have to be deterministic."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograd.tensor import global_settings


def unset(shape: Any, dtype: np.dtype) -> np.ndarray:
    """An array whose content is nobody's intention.

    What torch finds in fresh memory cannot be foretold; zeros are as good and never surprising.
    `torch.use_deterministic_algorithms` has it filled: NaN, the greatest integer, True.
    """
    array = np.zeros(shape, dtype)
    if global_settings.fills():
        array[...] = np.iinfo(array.dtype).max if array.dtype.kind in "iu" else np.nan
    return array
