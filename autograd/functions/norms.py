"""Norms and distances, as torch names them."""

from __future__ import annotations

import math
from operator import index

import numpy as np

from autograd import derivatives as table, mode
from autograd.apply import apply, apply_into
from autograd.arguments import check
from autograd.dtype import asked_for, of, taken
from autograd.functions.arithmetic import sub
from autograd.functions.method import method, with_out
from autograd.functions.reductions import dims
from autograd.promotion import BARE, check_broadcast, join, result_type, wrap_dim
from autograd.signatures import is_index
from autograd.tensor import Tensor
from autograd.transforms.faces import innermost

__all__ = ["norm", "dist", "renorm"]


@method()
@with_out
def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    """The vector norm of order `p` of all entries or over `dim`; the nuclear norm for "nuc"."""
    if isinstance(dim, str | bool) or type(keepdim) is not bool:
        given = [dim] if isinstance(dim, bool) else dim
        check("torch.linalg", "linalg_vector_norm", (input, 2, given, keepdim), {})
    if not isinstance(p, str | int | float | complex | None) and isinstance(input, Tensor):
        check("torch.linalg", "linalg_vector_norm", (input, p, None, keepdim), {})
    if p == "fro" and not isinstance(dim, int | None):
        len(dim)
    dim = index(dim) if dim is not None and is_index(dim) else dim
    if isinstance(p, str) and (p != "fro" or isinstance(dim, tuple | list) and len(dim) > 2):
        from autograd.functions.matrices import matrix_norm

        every = range(input._array.ndim) if dim is None else dim
        return matrix_norm(input, p, every, keepdim, dtype=dtype)
    order = 2 if p in ("fro", None) else p
    return vector_norm(input, order, dim, keepdim, dtype=dtype, name="norm")


@with_out
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, name="linalg.vector_norm"):
    """The norm of order `ord` of all entries as one vector, or over `dim`."""
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{of(x._array.dtype).legacy_name}"
        )
    check_wider("linalg.vector_norm", x, dtype)
    if isinstance(ord, complex):
        raise RuntimeError(
            "linalg.vector_norm: Expected a non-complex scalar as the order of norm.")
    order = ord if isinstance(ord, int) else float(ord)
    if not x._array.size and (order < 0 or order == math.inf):
        check_identity(x, order, dim)
    axes = None if dim is None else dims(dim, x._array.ndim)
    axes = None if not x._array.ndim else (axes,) if isinstance(axes, int) else axes
    params = {"ord": order, "dim": axes, "keepdim": keepdim}
    return apply(table.linalg_vector_norm, (x,), params, asked_for(dtype))


def check_wider(name: str, x, dtype) -> None:
    """Raise torch's error for a dtype that a norm of `x` cannot be asked in."""
    if dtype is None:
        return
    asked, given = taken(dtype), of(x._array.dtype)
    if not (asked.is_floating_point or asked.is_complex):
        raise RuntimeError(
            f"{name}: dtype should be floating point or complex, but got {asked.legacy_name}")
    if asked.is_complex != given.is_complex:
        kind = "complex" if given.is_complex else "real"
        raise RuntimeError(
            f"{name}: dtype should be {kind} for {kind} inputs, but got {asked.legacy_name}")
    if join(given.numpy, asked.numpy) != asked.numpy:
        raise RuntimeError(
            f"{name}: the dtype of the input ({given.legacy_name}) should be convertible without "
            f"narrowing to the specified dtype ({asked.legacy_name})")


def check_identity(x, order, dim) -> None:
    """Refuse an extreme among no entries, of all or along `dim`, which is looked at in order."""
    where = "an empty tensor because"
    said = dim if isinstance(dim, tuple | list) else () if dim is None else (dim,)
    if said:
        empty = next((name for name in said if not x.size(name)), None)
        if empty is None:
            return
        where = f"the dimension {empty}because this dimension is empty and"
    raise RuntimeError(
        f"linalg.vector_norm cannot compute the {order:g} norm on {where} the operation does not "
        "have an identity"
    )


@method()
def dist(input, other, p=2):
    """The norm of order `p` of the difference."""
    boolean = any(x._array.dtype == bool for x in (input, other))
    if boolean or result_type(input, other) in BARE:
        sub(input, other)  # which says why not
    dtype = result_type(input, other)
    check_broadcast(input, other)
    if dtype.kind not in "fcV":
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex. Got "
            f"{of(dtype).legacy_name} instead."
        )
    return apply(table.dist, (input, other), {"p": float(p)}, dtype)


@method()
@with_out
def renorm(input, p, dim, maxnorm):
    """Each slice along `dim` shrunk to norm `maxnorm` at most."""
    return apply(table.renorm, (input,), renorm_settings(input, p, dim, maxnorm))


@method()
def renorm_(self, p, dim, maxnorm):
    """In-place form of `renorm`."""
    params = renorm_settings(self, p, dim, maxnorm)
    return apply_into(self, table.renorm, (self,), params, by="renorm_")


def renorm_settings(input, p, dim, maxnorm) -> dict:
    """The parameters of `renorm`, and torch's errors about them, in its order."""
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
        vector_norm(input)  # which says why not
    return {"p": p, "dim": dim, "maxnorm": maxnorm}


def at_least(norm, eps):
    """A new tensor of norms in which small ones were raised, which no gradient notices."""
    if innermost((norm,)) is None:
        norm._array[...] = np.maximum(norm._array, eps)
        return norm
    with mode.quietly(False):
        return norm.clamp_min_(eps)
