"""`torch.quasirandom`: quasirandom sequences."""

from __future__ import annotations

from typing import Any

import numpy as _np

from autograd.functions.creation.tensor_options import numpy_dtype as _numpy_dtype
from autograd.functions.kernel_dtypes import check_kernel_dtype as _refuse
from autograd.functions.random.random import randint as _randint
from autograd.kernels import sobol as _sobol
from autograd.kernels.generator import Generator as _Generator
from autograd.tensor.size import check_sizes as _check_makeable
from autograd.tensor.tensor import wrap as _wrap

__all__ = ["SobolEngine"]


class SobolEngine:
    """Draws consecutive points of the Sobol sequence in `dimension` dimensions.

    With `scramble` they are scrambled by bits from torch's generator, or one seeded with `seed`.
    ValueError unless `dimension` is from 1 to MAXDIM; NotImplementedError if it exceeds the
    tabulated direction numbers.
    """

    MAXBIT = _sobol.BITS
    MAXDIM = 21201

    def __init__(self, dimension, scramble=False, seed=None):
        if dimension > self.MAXDIM or dimension < 1:
            raise ValueError(
                f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]")
        if dimension > _sobol.max_dimension():
            raise NotImplementedError(
                f"Direction numbers are here for {_sobol.max_dimension()} dimensions: draw points "
                "of more with `torch.rand`.")
        self.seed, self.scramble, self.dimension = seed, scramble, dimension
        self.sobolstate = _wrap(_sobol.direction_numbers(dimension))
        self.shift = _wrap(_np.zeros(dimension, _np.int64))
        if scramble:
            self._scramble()
        self.quasi = self.shift.clone()
        self.num_generated = 0

    def _scramble(self):
        """Draw a random shift and scrambling matrices."""
        generator = None if self.seed is None else _Generator()
        if generator is not None:
            generator.manual_seed(self.seed)
        bits = self.MAXBIT
        shift_bits = _randint(2, (self.dimension, bits), generator=generator)._array
        self.shift = _wrap((shift_bits << _np.arange(bits)).sum(-1))
        mixing = _randint(2, (self.dimension, bits, bits), generator=generator)._array
        self.sobolstate = _wrap(_sobol.scramble(self.sobolstate._array, _np.tril(mixing)))

    def _next_points(self, n: int, dtype_=_np.dtype(_np.float32)):
        """Return the integers of the next `n` points, and store the last; `kind` is their final
        dtype."""
        if not isinstance(n, int):
            raise TypeError("_sobol_engine_draw(): argument 'n' (position 2) must be int, not "
                            f"{type(n).__name__}")
        _check_makeable((n, self.dimension))
        if dtype_ not in (_np.float32, _np.float64):
            _refuse("_sobol_engine_draw", _wrap(_np.empty(0, dtype_)), dtype_.kind)
        first = max(self.num_generated - 1, 0)
        points = _sobol.gray_code_differences(self.sobolstate._array, first, n) ^ self.quasi._array
        if n:
            self.quasi = _wrap(points[-1].copy())
        return points

    def draw(self, n: int = 1, out: Any = None, dtype: Any = None) -> Any:
        """Return the next `n` points, of shape `(n, dimension)`."""
        dtype_ = _numpy_dtype(dtype)
        if self.num_generated:
            points = self._next_points(n, dtype_)
        else:
            points = self.quasi._array[None]
            if n != 1:
                points = _np.concatenate([points, self._next_points(n - 1, dtype_)])
        self.num_generated += n
        result = _wrap(points.astype(dtype_) * dtype_.type(2.0**-self.MAXBIT))
        return result if out is None else out.resize_as_(result).copy_(result)

    def draw_base2(self, m: Any, out: Any = None, dtype: Any = None) -> Any:
        """Return the next `2 ** m` points; ValueError unless the total is a power of 2."""
        n = 2**m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(
                "The balance properties of Sobol' points require n to be a power of 2. "
                f"{self.num_generated} points have been previously generated, then: "
                f"n={self.num_generated}+2**{m}={total}. If you still want to do this, please use "
                "'SobolEngine.draw()' instead.")
        return self.draw(n, out, dtype)

    def reset(self) -> SobolEngine:
        """Restart at the first point."""
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Skip `n` points."""
        self._next_points(max(n if self.num_generated else n - 1, 0))
        self.num_generated += n
        return self

    def __repr__(self):
        parts = [f"dimension={self.dimension}"]
        parts += ["scramble=True"] if self.scramble else []
        parts += [] if self.seed is None else [f"seed={self.seed}"]
        return f"{type(self).__name__}({', '.join(parts)})"
