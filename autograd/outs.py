"""What torch refuses of `out=`: a gradient that would have to flow, and another dtype."""

from __future__ import annotations

import numpy as np
from numpy import ndarray

from autograd import mode
from autograd.dtype import of_array
from autograd.numerics.sampling import C_NAMES
from autograd.overlap import OVERLAPPING, check_apart, overlap
from autograd.dual_levels import tangent_of
from autograd.tensor import Tensor
from autograd.writable import check_cast, resize

NO_HISTORY = (
    "{}(): functions with out=... arguments don't support automatic differentiation, but one of "
    "the arguments requires grad."
)
# The functions that torch's table of derivatives leaves out: no gradient would flow to any `out=`.
UNDERIVED = frozenset(
    "all any argmax argmin bucketize eq ge greater greater_equal gt histc isin isneginf isposinf "
    "le less less_equal logical_and logical_not logical_or logical_xor lt multinomial ne nonzero "
    "not_equal searchsorted signbit linalg_ldl_factor_ex linalg_ldl_solve".split())
# Those that compute first and copy what they found, with the gradient of that copy.
COPIED = frozenset(f"linalg_{name}" for name in
                   "norm matrix_norm cond eigvals tensorinv tensorsolve".split())

# The functions whose result is not cast on its way into `out`, by what each of them says.
UNCAST = {
    "Expected out tensor to have dtype {c_want}, but got {c_got} instead":
        "mm bmm mv matmul addmm addmv baddbmm argmax argmin isin msort gather scatter index_add "
        "tril triu diag inverse renorm slice_scatter sum prod cumsum cumprod softmax "
        "log_softmax norm linalg_cholesky linalg_inv linalg_det linalg_eigvalsh linalg_svdvals "
        "linalg_solve linalg_vector_norm linalg_cross cross linalg_lu_solve lu_solve inverse "
        "linalg_ldl_solve",
    "Expected result to be of dtype uint64, but got {got}": "hash_tensor",
    "Found dtype {got} but expected {want}":
        "conj_physical abs neg sign sgn ceil floor round trunc clamp clamp_min clamp_max "
        "bitwise_not hardshrink",
    "{name} only supports bool tensor for result, got: {got}": "all any",
    "{name} does not support non-boolean outputs.": "isposinf isneginf signbit",
    "{name}(): self and result must have the same scalar type": "index_select masked_select",
    "take(): self and out expected to have the same dtype, but got self.dtype = {want} and "
    "out.dtype = {got}": "take",
    "result dtype {got} does not match input dtype {want}": "dot vdot",
    "expected scalar type {want} but found {got}": "linalg_solve_triangular",
    "linalg.norm expected out tensor dtype {want} but got: {got}": "linalg_norm",
    "linalg.matrix_norm expected out tensor dtype {want} but got: {got}": "linalg_matrix_norm",
    "linalg.vecdot: Expected out of dtype{want} but found {got}": "linalg_vecdot",
    "Expected object of scalar type {want} but got scalar type {got} for argument 'out'":
        "complex polar",
    "multi_dot(): expected out tensor to have dtype {c_want} but got {c_got}":
        "linalg_multi_dot chain_matmul",
    "torch.ormqr: Expected input and result to have the same dtype, but input has dtype{want} and "
    "result has dtype {got}": "ormqr",
    "expected scalar_type {want} but found {got}": "logcumsumexp",
    "tensordot: Expected the output tensor to have dtype {want}, but got an output tensor with "
    "dtype {got}": "inner tensordot",
    "Expected out type to be {want} but got {got}": "where",
    "Expected the dtype for input and out to match, but got {want} for input's dtype and {got} for "
    "out's dtype.": "amax amin",
    "{name}: Expected out tensor to have scalar type {want} but got scalar type{got}":
        "nonzero nonzero_static",
    "nan_to_num: dtype of out: {got} should be same as input: {want}": "nan_to_num",
    "quantile() out tensor must be same dtype as the input tensor": "quantile nanquantile",
    "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or "
    "Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype "
    "{got} and out_int32 flag is {narrow}": "searchsorted bucketize",
}
WORDS = {name: words for words, names in UNCAST.items() for name in names.split()}
# The same for functions of several results: words about the first one, and about the others.
EXPECTED = "Expected out tensor to have dtype {c_want}, but got {c_got} instead"
SCALAR = "expected scalar_type {want} but found {got}"
QUOTED = "expected scalar type '{want}' but got '{got}' for "
MEDIAN = (
    "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type "
    "torch.{got}Tensor does not equal torch.{want}Tensor (while checking arguments for median)",
    "Expected tensor for argument #1 'indices' to have scalar type Long; but got torch.{got}Tensor "
    "instead (while checking arguments for median)")
HISTOGRAM = "torch.histogram: input tensor and {} tensor should have the same dtype, but got input "
PARTS = dict.fromkeys("max min sort topk aminmax".split(), (EXPECTED, EXPECTED)) | {
    "cummax": (SCALAR, SCALAR), "cummin": (SCALAR, SCALAR), "median": MEDIAN, "nanmedian": MEDIAN,
    "mode": (QUOTED + "values output", QUOTED + "indices output"),
    "kthvalue": ("output values must be of same type as input",
                 "output indices must be of scalar type Long"),
    "frexp": ("torch.frexp() expects mantissa to have dtype {c_want} but got {c_got}",
              "torch.frexp() expects exponent to have {c_want} dtype but got {c_got}"),
    "histogram": (HISTOGRAM.format("hist") + "{c_want} and hist {c_got}",
                  HISTOGRAM.format("bin_edges") + "{c_want} and bin_edges {c_got} for dimension 0"),
}
PARTS |= dict.fromkeys(
    [f"linalg_{name}" for name in (
        "qr svd eigh slogdet lu lu_factor lu_factor_ex ldl_factor ldl_factor_ex cholesky_ex inv_ex "
        "solve_ex").split()] + "qr svd slogdet lu_unpack triangular_solve".split(), (EXPECTED,) * 3)
# Those whose result is cast where no kind of number is lost: what they are called, and their parts.
CASTABLE = "{place}: Expected {part} to be safely castable from {want} dtype, but got {part} with "\
    "dtype {got}"
PLACES = {
    "cholesky": "cholesky", "cholesky_inverse": "cholesky_inverse",
    "cholesky_solve": "cholesky_solve", "linalg_pinv": "linalg.pinv", "linalg_cond": "linalg.cond",
    **dict.fromkeys(("linalg_matrix_power", "matrix_power"), "matrix_power"),
    **dict.fromkeys(("linalg_householder_product", "orgqr"), "torch.linalg.householder_product"),
    "linalg_matrix_rank": "torch.linalg.matrix_rank", "linalg_tensorinv": "tensorinv",
    "linalg_tensorsolve": "tensorsolve", "linalg_eig": "torch.linalg.eig",
    "linalg_eigvals": "torch.linalg.eigvals", "geqrf": "torch.geqrf",
    "linalg_lstsq": "torch.linalg.lstsq",
}
NAMES = {"linalg_eig": ("eigenvalues", "eigenvectors"), "linalg_eigvals": ("eigenvalues",),
         "geqrf": ("a", "tau"),
         "linalg_lstsq": ("solution", "solution", "rank", "singular_values")}
# What may not be written where it is read, not at all or not at another place.
OVERLAPPING_WHOLE = frozenset(
    "gather take index_select masked_select take_along_dim cross linalg_cross kthvalue "
    "mode max min cat stack hstack vstack dstack column_stack".split())
OVERLAPPING_PARTS = frozenset(
    "cumsum cumprod index_add index_copy scatter msort logcumsumexp sort".split())
# What torch lets into memory that lies upon itself.
LYING = frozenset("sum prod amax amin var std norm argmax argmin all any mv matmul histc "
                  "narrow_copy".split())
# The functions that compute in the dtype of `out` where no other is named.
AS_OUT = frozenset("prod cumsum cumprod".split())


def check_no_history(name, args, options) -> None:
    """torch's error for `out=` where a gradient would have to flow."""
    if name not in UNDERIVED and options["out"] is not None and any(
            isinstance(x, Tensor) and x.requires_grad for x in (*args, *options.values())):
        made_of_nothing = not any(isinstance(x, Tensor) for x in args)
        raise RuntimeError(NO_HISTORY.format(f"aten::{name}" if made_of_nothing else name))


def check_no_gradient(name: str, out: Tensor, result: Tensor) -> None:
    """The same where the result, or `out` itself, already has one."""
    if mode.grad_enabled and name not in UNDERIVED and (result.requires_grad or out.requires_grad):
        raise RuntimeError(NO_HISTORY.format(name))


def check_no_tangent(name, args, options) -> None:
    """torch's error for `out=` where a tangent would have to go, in forward mode."""
    if any(tangent_of(x) is not None for x in (*args, *options.values())):
        raise NotImplementedError(
            f"Trying to use forward AD with {name}_out that does not support it because it is an "
            "out= function")


def check_flow(name: str, args, options) -> None:
    """torch's errors for `out=` where a gradient or a tangent would have to flow."""
    if mode.grad_enabled:
        check_no_history(name, args, options)
    if mode.forward:
        check_no_tangent(name, args, options)


def check_kept(name: str, out: Tensor, made: ndarray) -> None:
    """Refuse a result whose dtype `out` cannot take, or that this function does not cast, and
    memory that lies upon itself."""
    if out._array.dtype != made.dtype:
        if name in WORDS:
            raise refusal(WORDS[name], name, out, made)
        check_castable(name, out, made, NAMES.get(name, ("result",))[0])
        check_cast(out, made.dtype)
    if out._array.shape == made.shape and name not in LYING:
        check_apart(out._array, None)


def check_reads(name: str, out, args) -> None:
    """Refuse to write where some functions still read."""
    if name not in OVERLAPPING_WHOLE and name not in OVERLAPPING_PARTS:
        return
    several = isinstance(out, tuple | list)
    if name in ("max", "min") and not several and len(args) == 1:
        return  # of all entries
    whole = name in OVERLAPPING_WHOLE and (several or name not in ("max", "min"))
    target = out[0] if several else out
    for x in (x for each in args for x in (each if isinstance(each, tuple | list) else (each,))):
        kind = overlap(target._array, x._array) if isinstance(x, Tensor) else "no"
        if kind == "part" or kind == "whole" and whole:
            raise RuntimeError(OVERLAPPING)


def copied(out: Tensor, name: str, result: Tensor) -> Tensor:
    """`out`, into which `result` is copied as by `copy_`."""
    check_kept(name, out, result._array)
    resize(out, result._array.shape)
    return out.copy_(result)


def check_castable(name: str, out: Tensor, made: ndarray, part: str) -> None:
    """torch's error of some functions of matrices where a kind of number would be lost."""
    if name in PLACES and not np.can_cast(made.dtype, out._array.dtype, "same_kind"):
        raise refusal(CASTABLE, name, out, made, place=PLACES[name], part=part)


def check_parts(name: str, outs, made) -> None:
    """Refuse to write several results where one of them is of another dtype than its tensor."""
    of_parts = [*zip(PARTS.get(name, ()), outs, made)]
    for words, out, part in reversed(of_parts) if "median" in name else of_parts:
        if out._array.dtype != part._array.dtype:
            raise refusal(words, name, out, part._array)
    for part, out, result in zip(NAMES.get(name, ()), outs, made):
        check_castable(name, out, result._array, part)


def refusal(words: str, name: str, out: Tensor, made: ndarray, **more) -> RuntimeError:
    """The error about an `out` of another dtype than the result."""
    kinds = of_array(made), of_array(out._array)
    want, got = (kind.type_string[6:-6] for kind in kinds)
    c_want, c_got = (C_NAMES[kind.name] for kind in kinds)
    return RuntimeError(words.format(
        name=name, want=want, got=got, c_want=c_want, c_got=c_got, narrow=want == "Int", **more))
