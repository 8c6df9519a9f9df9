"""Norms of tensors, distances, normalization to a maximum norm."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.arguments.signatures import is_index
from autograd.engine.apply import apply, apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.type_promotion import BAREBONES_UNSIGNED, result_type
from autograd.functions.linalg.norms import matrix_norm, vector_norm
from autograd.functions.pointwise.arithmetic import sub
from autograd.functions.tensor_api.binding import method
from autograd.functions.tensor_api.out_argument import with_out
from autograd.runtime import masked_rules
from autograd.runtime.execution_state import override
from autograd.runtime.function_record import EXPECTED, FUNCTIONAL, Handed, Out, declare
from autograd.runtime.registry import export
from autograd.runtime.sparse_rules import NORM
from autograd.tensor.batched_tensor import innermost_interpreter
from autograd.tensor.dimensions import wrap_dim
from autograd.tensor.dtype import dtype_of
from autograd.tensor.tensor import Tensor


@export()
@method(qualified=True)
@with_out
@declare(
    out=Out(dtype_error=EXPECTED, may_overlap=True), needs="layout", sparse=NORM, home=FUNCTIONAL,
    python_function=True, python_method=True,
    handed=Handed(1, {"p": "fro", "dim": None, "keepdim": False, "dtype": None}),
    masked=masked_rules.REDUCTION)
def norm(
        input: Tensor, p: int | str = "fro", dim: np.generic | int | None = None,
        keepdim: bool = False, dtype: Any = None) -> Tensor:
    """Return the norm of order `p` of all elements or over `dim`; "nuc" is the nuclear norm."""
    if isinstance(dim, str | bool) or type(keepdim) is not bool:
        given = [dim] if isinstance(dim, bool) else dim
        check_arguments("torch.linalg", "linalg_vector_norm", (input, 2, given, keepdim), {})
    if not isinstance(p, str | int | float | complex | None) and isinstance(input, Tensor):
        check_arguments("torch.linalg", "linalg_vector_norm", (input, p, None, keepdim), {})
    if p == "fro" and not isinstance(dim, int | None):
        len(dim)
    dim = index(dim) if dim is not None and is_index(dim) else dim
    if isinstance(p, str) and (p != "fro" or isinstance(dim, tuple | list) and len(dim) > 2):
        every = range(input._array.ndim) if dim is None else dim
        return matrix_norm(input, p, every, keepdim, dtype=dtype)
    order = 2 if p in ("fro", None) else p
    return vector_norm(input, order, dim, keepdim, dtype=dtype, name="norm")


@export()
@method()
def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    """Return the norm of order `p` of `input - other`."""
    boolean = any(x._array.dtype == bool for x in (input, other))
    if boolean or result_type(input, other) in BAREBONES_UNSIGNED:
        sub(input, other)  # raises torch's error
    dtype = result_type(input, other)
    check_broadcast(input, other)
    if dtype.kind not in "fcV":
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex. Got "
            f"{dtype_of(dtype).legacy_name} instead."
        )
    return apply(ops.dist, (input, other), {"p": float(p)}, dtype)


@export()
@method()
@with_out
@declare(out=Out(dtype_error=EXPECTED))
def renorm(input: Tensor, p: float, dim: int, maxnorm: float) -> Tensor:
    """Return `input` with each slice along `dim` scaled to a norm of at most `maxnorm`."""
    return apply(ops.renorm, (input,), renorm_params(input, p, dim, maxnorm))


@method()
def renorm_(self, p: float, dim: int, maxnorm: float) -> Tensor:
    """Scale each slice along `dim` in place to a norm of at most `maxnorm`."""
    params = renorm_params(self, p, dim, maxnorm)
    return apply_into(self, ops.renorm, (self,), params, by="renorm_")


def renorm_params(input: Tensor, p: Any, dim: int, maxnorm: float) -> dict:
    """Return the parameters of `renorm`; raise torch's errors about them, in its order."""
    for name, value in (("p", p), ("maxnorm", maxnorm)):
        if isinstance(value, complex):
            raise RuntimeError(f"renorm: {name} must be real-valued")
        if name == "p" and not value > 0:
            raise RuntimeError("renorm: non-positive-norm not supported")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if input._array.ndim < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input._array.ndim} dimensions")
    dim = wrap_dim(dim, input._array.ndim)
    if input._array.dtype.kind not in "fcV":
        vector_norm(input)  # raises torch's error
    return {"p": p, "dim": dim, "maxnorm": maxnorm}


def clamp_norm(norm: Any, eps: float) -> Tensor:
    """Clamp a new tensor of norms in place to at least `eps`; gradients ignore it."""
    if innermost_interpreter((norm,)) is None:
        norm._array[...] = np.maximum(norm._array, eps)
        return norm
    with override(grad_enabled=False):
        return norm.clamp_min_(eps)
