"""Rules of ops under `vmap`: entry by entry, and along dimensions."""

from __future__ import annotations

from autograd import derivatives as table
from autograd.apply import apply
from autograd.dimensions import wrap_dim
from autograd.functions.shapes import reshape, unsqueeze
from autograd.tensor import Tensor
from autograd.transforms.batching.slots import as_slots, in_front, padded, rule, size_of, spread_out
from autograd.transforms.slices import BY_ENTRIES, BY_ENTRY, RANDOM

# --- Entry by entry ----------------------------------------------------------------------------


@rule("""neg reciprocal pow_scalar square abs sgn sign relu exp log sqrt sin cos tanh
    sigmoid floor_divide_number remainder_base floor_divide_base remainder_number exp2 expm1 log2
    log10 log1p rsqrt logit tan asin acos atan sinh cosh asinh acosh atanh sinc erf erfc erfinv
    lgamma digamma polygamma i0 special_i1 floor ceil trunc round round_decimals frac nan_to_num
    frexp deg2rad rad2deg isfinite isinf isnan isposinf isneginf isreal signbit logical_not
    bitwise_not xlogy_number xlogy_base xlog1py_number xlog1py_base fmod_number clamp clamp_min
    clamp_max special_entr special_ndtri special_log_ndtr special_erfcx special_i0e special_i1e
    mvlgamma special_zeta_number special_zeta_base rsub alias clone to_dtype zero fill conj
    conj_physical real imag angle leaky_relu
    leaky_relu_ hardtanh hardsigmoid hardswish threshold hardshrink
    softshrink elu celu gelu silu mish softplus log_sigmoid elu_ celu_ threshold_ add_number
    sub_number mul_number div_number copysign_number""", into=True)
def one_by_one(op, slots, params, dtype):
    """A function of each entry: slices stay where they are."""
    return as_slots(apply(op, [slot.value for slot in slots], params, dtype), slots[0].dim)


@rule("pow_base")
def from_the_front(op, slots, params, dtype):
    """A function of each entry that torch runs with the slices in front."""
    return as_slots(apply(op, (in_front(slots[0]),), params, dtype), 0)


@rule("eq ne lt le gt ge")
def compared(op, slots, params, dtype):
    """Comparisons; with a number, slices stay where they are."""
    alone = [isinstance(slot.value, Tensor) for slot in slots] == [True, False]
    return (one_by_one if alone else together)(op, slots, params, dtype)


@rule("""add sub rsub_tensor mul div pow_tensor where sifted maximum minimum threshold_backward
    tanh_backward sigmoid_backward floor_divide remainder quotient trunc_quotient
    atan2 hypot logaddexp logaddexp2 xlogy xlog1py ldexp fmod copysign heaviside nextafter gcd lcm
    fmax fmin clamp_tensor clamp_min_tensor clamp_max_tensor lerp_scalar lerp_tensor addcmul addcdiv
    logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift
    bitwise_right_shift isclose igamma igammac special_zeta complex polar masked_fill
    leaky_relu_backward inside outside elu_backward gelu_backward softplus_backward
    log_sigmoid_backward elu_backward_of_result hardsigmoid_backward""", into=True)
def together(op, slots, params, dtype):
    """A function of entries that belong together, broadcast."""
    ndim = max(slot.ndim for slot in slots)
    return as_slots(apply(op, [padded(slot, ndim) for slot in slots], params, dtype), 0)


@rule("copy", into=True)
def copied(op, slots, params, dtype):
    """One tensor in the form of another, which it is broadcast to."""
    own, source = slots
    whole = spread_out(own, size_of(slots))
    return as_slots(apply(op, (whole, padded(source, own.ndim)), params, dtype), 0)


@rule(*RANDOM, *BY_ENTRY)
def drawn(op, slots, params, dtype):
    """Numbers drawn for all slices at once."""
    whole = in_front(slots[0])
    return as_slots(apply(op, (whole,), params, dtype), 0)


@rule("bernoulli_by", *BY_ENTRIES)
def drawn_by_several(op, slots, params, dtype):
    """Numbers drawn for all slices at once, by entries that belong together."""
    return together(op, slots, params, dtype)


# --- Along dimensions --------------------------------------------------------------------------


def shifted(dim, ndim: int):
    """A dimension of a slice, or several of them, as that of all slices; all if there is none."""
    if dim is None or dim == ():
        return tuple(range(1, ndim + 1))
    if isinstance(dim, tuple | list):
        return tuple(wrap_dim(each, ndim) + 1 for each in dim)
    return wrap_dim(dim, ndim) + 1


@rule("""sum_dim mean_dim max_dim min_dim prod_dim var std var_mean std_mean linalg_vector_norm
    norm_dim logsumexp amax amin aminmax median_dim nanmedian_dim mode kthvalue nansum""")
def reduced(op, slots, params, dtype):
    """A reduction, along dimensions that come after the mapped one."""
    (slot,) = slots
    whole = in_front(slot)
    dim = params.get("dim", op.params.get("dim"))
    if slot.ndim:
        return as_slots(apply(op, (whole,), {**params, "dim": shifted(dim, slot.ndim)}, dtype), 0)
    alone = (1,) if isinstance(dim, tuple | None) else 1
    given = {**params, "dim": alone, "keepdim": False}
    return as_slots(apply(op, (unsqueeze(whole, -1),), given, dtype), 0)


FULL = {"sum": "sum_dim", "mean": "mean_dim"}


@rule("sum mean")
def reduced_wholly(op, slots, params, dtype):
    """A sum or mean of all entries of a slice."""
    entry = getattr(table, FULL[op.name])
    return reduced(entry, slots, {"dim": None, "keepdim": False}, dtype)


@rule("max_all min_all prod median nanmedian")
def flattened(op, slots, params, dtype):
    """A reduction of all entries of a slice, along one dimension that holds them all."""
    entry = getattr(table, {"max_all": "max_dim", "min_all": "min_dim", "prod": "prod_dim",
                            "median": "median_dim", "nanmedian": "nanmedian_dim"}[op.name])
    whole = in_front(slots[0])
    flat = reshape(whole, whole._array.shape[0], -1)
    made = apply(entry, (flat,), {"dim": 1, "keepdim": False}, dtype)
    return as_slots(made[0] if isinstance(made, tuple) else made, 0)


@rule("cumsum cumprod logcumsumexp cummax cummin sort sort_stable topk softmax log_softmax "
      "safe_softmax glu softmax_backward log_softmax_backward")
def along(op, slots, params, dtype):
    """What keeps the dimension that it goes along."""
    ndim = max(slot.ndim for slot in slots)
    size = size_of(slots)
    wholes = [spread_out(slot, size) for slot in slots]
    if not ndim:
        made = apply(op, [unsqueeze(x, -1) for x in wholes], {**params, "dim": 1}, dtype)
        several = isinstance(made, tuple)
        made = tuple(x.squeeze(-1) for x in (made if several else (made,)))
        return as_slots(made if several else made[0], 0)
    return as_slots(apply(op, wholes, {**params, "dim": shifted(params["dim"], ndim)}, dtype), 0)
