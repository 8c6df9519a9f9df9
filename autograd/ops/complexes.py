"""Records of ops on complex numbers: conj, real, imag, angle, view_as_complex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.engine.backward_plan import conjugate
from autograd.graph.saved_attributes import saved_all
from autograd.kernels.memory_formats import elementwise, row_major
from autograd.kernels.refused_dtypes import REDUCED_FLOATS, unsupported
from autograd.ops.pointwise import abs, zeros_like_grad, pow_scalar, sgn, where
from autograd.ops.record import d, op
from autograd.ops.shapes import select
from autograd.ops.vmap_rules import BROADCAST, ELEMENTWISE
from autograd.runtime.sparse_rules import COPY
from autograd.tensor.lazy_bits import apply_lazily

if TYPE_CHECKING:
    from autograd.tensor.tensor import ArrayOrTensor

conj_physical = op("conj_physical", "ConjPhysicalBackward0",
    lambda self: np.conj(self), r"\mathrm{conj}($self)",
    holomorphic=False,
    self =d(lambda grad: conj_physical(grad), r"\mathrm{conj}($grad)"),
    vmap=ELEMENTWISE)
conj_physical_ = op("conj_physical_", "ConjPhysicalBackward1", conj_physical.kernel,
    conj_physical.tex, holomorphic=False, **conj_physical.gradients,
    vmap_warning="conj_physical_")
conj = op("conj", "ConjBackward0",
    lambda self: apply_lazily(self, np.conjugate), r"\mathrm{conj}($self)",
    view=True, holomorphic=False,
    self =d(lambda grad: conjugate(grad), r"\mathrm{conj}($grad)"),
    recasts=True,
    vmap=ELEMENTWISE, sparse=COPY)

neg_view = op("neg_view", "NegViewBackward0",
    lambda self: apply_lazily(self, np.negative), r"-$self",
    view=True,
    self =d(lambda grad: -grad, r"-$grad"),
    recasts=True)

real = op("real", "RealBackward0",
    lambda self: self.real, r"\operatorname{Re} $self",
    view=True,
    self =d(lambda grad: grad, r"$grad"),
    vmap=ELEMENTWISE)

imag = op("imag", "ImagBackward0",
    lambda self: self.imag, r"\operatorname{Im} $self",
    view=True,
    self =d(lambda grad: grad * 1j, r"i\,$grad"),
    vmap=ELEMENTWISE)

angle = op("angle", "AngleBackward0",
    lambda self: complex_angle(self), r"\arg $self",
    memory_format=row_major,
    self =d(lambda grad, self: angle_vjp(grad, self),
            r"$grad \odot \frac{i\,$self}{\lvert $self \rvert^2}"),
    vmap=ELEMENTWISE)

view_as_real = op("view_as_real", "ViewAsRealBackward0",
    lambda self: self[..., None].view(self.real.dtype), r"(\operatorname{Re}, \operatorname{Im})",
    view=True,
    self =d(lambda grad: view_as_complex(grad), r"${grad}_1 + i\,${grad}_2"),
    recasts=True)

view_as_complex = op("view_as_complex", "ViewAsComplexBackward0",
    lambda self: pairs_as_complex(self), r"${self}_{...,0} + i\,${self}_{...,1}",
    view=True, holomorphic=False,
    self =d(lambda grad: view_as_real(grad), r"(\operatorname{Re} $grad, \operatorname{Im} $grad)"),
    recasts=True)

complex = op("complex", "ComplexBackward0",
    lambda real, imag: join_parts(real, imag), r"$real + i\,$imag",
    holomorphic=False,
    memory_format=elementwise,
    real=d(lambda grad: select_part(grad, 0), r"\operatorname{Re} $grad"),
    imag=d(lambda grad: select_part(grad, 1), r"\operatorname{Im} $grad"),
    saves=saved_all("real", "imag"),
    vmap=BROADCAST)

polar = op("polar", "PolarBackward0",
    lambda abs, angle: (abs * np.exp(1j * angle)).astype(np.result_type(abs, np.complex64)),
    r"$abs\,e^{i\,$angle}",
    holomorphic=False,
    refuses=unsupported("polar_cpu", REDUCED_FLOATS),
    memory_format=elementwise,
    abs  =d(lambda grad, result: select_part(conjugate(grad) * sgn(result), 0),
            r"\operatorname{Re}(\mathrm{conj}($grad)\,\operatorname{sgn} $result)"),
    angle=d(lambda grad, result: select_part(conjugate(grad) * (result * 1j), 0),
            r"\operatorname{Re}(\mathrm{conj}($grad)\,i\,$result)"),
    vmap=BROADCAST)


def complex_angle(array: np.ndarray) -> np.ndarray:
    """Return the angle of complex numbers; of real ones 0 or pi; NaN is kept."""
    if array.dtype.kind == "c":
        return np.angle(array)
    turned = np.where(array < 0, array.dtype.type(np.pi), array.dtype.type(0))
    return np.where(np.isnan(array), array, turned)


def angle_vjp(grad: ArrayOrTensor, value: ArrayOrTensor) -> Any:
    """Return the gradient of `angle`: 0 for real numbers, 0 at the origin."""
    if np.asarray(value if isinstance(value, np.ndarray) else value._array).dtype.kind != "c":
        return zeros_like_grad(grad)
    return where(value == 0, 0.0, grad * value / pow_scalar(abs(value), exponent=2) * 1j)


def pairs_as_complex(array: np.ndarray) -> np.ndarray:
    """View pairs of real numbers in the last dimension as complex numbers."""
    made = np.complex64 if array.dtype == np.float32 else np.complex128
    if array.strides[-1] != array.itemsize or array.dtype.itemsize * 2 != np.dtype(made).itemsize:
        array = np.ascontiguousarray(array)
    return array.view(made)[..., 0]


def select_part(value: np.ndarray, which: int) -> np.ndarray:
    """Return the real or imaginary part of a gradient, as a view that autograd follows."""
    return select(view_as_real(value), dim=len(value.shape), index=which)


def join_parts(real: np.ndarray, imag: np.ndarray) -> np.ndarray:
    """Return complex numbers with these parts, without arithmetic between the parts."""
    made = np.asarray(np.add(real, imag)).astype(np.result_type(real, np.complex64))
    made.real[...], made.imag[...] = real, imag
    return made
