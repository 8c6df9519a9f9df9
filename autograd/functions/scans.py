"""Running sums and products, sorting and searching, as torch names them."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply, apply_into
from autograd.dtype import of, summed_in
from autograd.functions.indices import refuse, refuse_held
from autograd.functions.method import attach, method, with_out
from autograd.functions.pieces import narrow
from autograd.functions.shapes import cat
from autograd.once import warn_once
from autograd.promotion import dtype_of_number, held_bits, result_type, wrap_dim
from autograd.return_types import named
from autograd.tensor import Tensor, wrap
from autograd.transforms.slices import whole

__all__ = [
    "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp", "diff", "sort", "argsort", "msort",
    "topk", "unique", "unique_consecutive", "searchsorted", "bucketize", "bincount", "histc",
    "isin",
]


def cumulative(entry):
    """`cumsum` or `cumprod`; integers run in int64."""

    @with_out
    def function(input, dim, *, dtype=None):
        params = {"dim": wrap_dim(dim, input._array.ndim)}
        return apply(entry, (input,), params, summed_in(dtype, input._array.dtype))

    def in_place(self, dim, *, dtype=None):
        params = {"dim": wrap_dim(dim, self._array.ndim)}
        return apply_into(self, entry, (self,), params, by=f"{entry.name}_")

    function.__name__ = function.__qualname__ = entry.name
    function.__doc__ = f"`{entry.name}` along `dim`."
    attach(f"{entry.name}_", in_place)
    return method(entry.name)(function)


cumsum, cumprod = cumulative(table.cumsum), cumulative(table.cumprod)


@method()
@with_out
def cummax(input, dim):
    """The running maximum along `dim` and where it was met."""
    return running("cummax", table.cummax, input, dim)


@method()
@with_out
def cummin(input, dim):
    """The running minimum along `dim` and where it was met."""
    return running("cummin", table.cummin, input, dim)


def running(name, entry, input, dim):
    """`cummax` or `cummin`, which torch does not let look at `dim` where there are no entries."""
    ndim, size = input._array.ndim, input._array.size
    if not ndim and dim not in (0, -1):
        raise IndexError(
            f"{name}(): Expected reduction dim -1 or 0 for scalar but got {dim}")
    return named(name, apply(entry, (input,), along(input, dim if size else 0)))


@method()
@with_out
def logcumsumexp(input, dim):
    """The logarithm of running sums of exponentials along `dim`."""
    return apply(table.logcumsumexp, (input,), along(input, dim))


def along(input, dim) -> dict:
    """The parameter `dim`, checked."""
    return {"dim": wrap_dim(dim, input._array.ndim)}


@method()
@with_out
def diff(input, n=1, dim=-1, prepend=None, append=None):
    """Differences of neighbours along `dim`, `n` times over."""
    if not input._array.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    parts = [x for x in (prepend, input, append) if x is not None]
    result = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(n):
        length = result._array.shape[wrap_dim(dim, result._array.ndim)]
        if not length:
            return result
        earlier, later = narrow(result, dim, 0, length - 1), narrow(result, dim, 1, length - 1)
        result = later ^ earlier if result._array.dtype == bool else later - earlier
    return result


# --- Order -------------------------------------------------------------------------------------


@method()
@with_out
def sort(input, dim=-1, descending=False, stable=None):
    """Sorted values along `dim` and where they were; torch names the node by who says `stable`."""
    params = {**along(input, dim), "descending": bool(descending)}
    entry = table.sort if stable is None else table.sort_stable
    return named("sort", apply(entry, (input,), params))


@method()
def argsort(input, dim=-1, descending=False, stable=False):
    """The indices that sort along `dim`."""
    return sort(input, dim, descending)[1]


@method()
@with_out
def msort(input):
    """Sorted along the first dimension."""
    return sort(input, 0)[0]


@method()
@with_out
def topk(input, k, dim=-1, largest=True, sorted=True):
    """The `k` largest (or smallest) values along `dim`, in order, and their indices."""
    k = int(k)
    axis = wrap_dim(dim, input._array.ndim)
    if not 0 <= k <= (input._array.shape[axis] if input._array.ndim else 1):
        raise RuntimeError("selected index k out of range")
    params = {"k": k, "dim": axis, "largest": bool(largest), "sorted": bool(sorted)}
    return named("topk", apply(table.topk, (input,), params))


@method()
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct entries (or slices along `dim`), sorted, with inverse and counts on request."""
    whole("unique", input)
    refuse("unique", input, "c")
    axis = None if dim is None else wrap_dim(dim, input._array.ndim, scalars=False)
    if axis is not None and 0 in np.delete(input._array.shape, axis):
        raise RuntimeError(
            "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    found, inverse, counts = np.unique(
        input._array, return_inverse=True, return_counts=True, axis=axis, equal_nan=False)
    inverse = inverse.reshape(input._array.shape if axis is None else -1)
    entry = table.unique2 if dim is None else table.unique_dim
    return chosen(entry, input, found, (inverse, return_inverse), (counts, return_counts))


def chosen(entry, input, found, *extras):
    """The distinct values, alone or with what was asked for too; torch knows no way back."""
    made = [apply(entry, (input,), {"found": found})]
    made += [wrap(np.asarray(x, np.int64)) for x, asked in extras if asked]
    return made[0] if len(made) == 1 else tuple(made)


@method()
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The entries (or slices along `dim`) without repetitions of their predecessor."""
    refuse("unique", input, "c")
    array = input._array.reshape(-1) if dim is None else np.moveaxis(
        input._array, wrap_dim(dim, input._array.ndim), 0)
    new = np.ones(len(array), bool)
    if len(array):
        new[1:] = (array[1:] != array[:-1]).any(tuple(range(1, array.ndim)))
    inverse = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    counts = np.diff(np.append(starts, len(array)))
    found = array[new] if dim is None else np.moveaxis(
        array[new], 0, wrap_dim(dim, input._array.ndim))
    shape = input._array.shape if dim is None else -1
    return chosen(table.unique_consecutive, input, found.copy(),
                  (inverse.reshape(shape), return_inverse), (counts, return_counts))


# --- Searching and counting --------------------------------------------------------------------


@with_out
def searchsorted(sorted_sequence, values, *, out_int32=False, right=False, side=None, sorter=None):
    """Where `values` would be put into sorted rows to keep them sorted."""
    rows = sorted_sequence._array
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if rows.ndim != 1 and isinstance(values, Tensor) and not values._array.ndim:
        raise RuntimeError(
            "torch.searchsorted(): input value can be a scalar only when boundaries tensor "
            f"dimension is 1, but we got boundaries tensor dim({rows.ndim}) and input value's "
            f"dim(0) numel({values._array.size})"
        )
    shape = getattr(values, "shape", ())
    if rows.ndim > 1 and (len(shape) != rows.ndim or shape[:-1] != rows.shape[:-1]):
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of boundaries tensor and input value tensor must match, but we got "
            f"boundaries tensor {list(rows.shape)} and input value tensor {list(shape)}"
        )
    if isinstance(values, Tensor) and values._array.size:
        dtype = result_type(sorted_sequence, values)
        common = wrap(np.empty(0, dtype))
        refuse("searchsorted_out_cpu", common, "bc")
        refuse_held("searchsorted_out_cpu", common)
    for name, x in (("input value", values), ("boundary", sorted_sequence), ("sorter", sorter)):
        if isinstance(x, Tensor) and not x._array.flags.c_contiguous:
            caution_copied(name)
    if sorter is not None:
        rows = np.take_along_axis(rows, sorter._array, -1)
    wanted = values._array if isinstance(values, Tensor) else np.asarray(values)
    side = side or ("right" if right else "left")
    if rows.ndim == 1:
        made = np.searchsorted(rows, wanted, side)
    elif not wanted.size:
        made = np.zeros(wanted.shape)
    else:
        flat = zip(rows.reshape(-1, rows.shape[-1]), wanted.reshape(-1, wanted.shape[-1]))
        made = np.array([np.searchsorted(row, value, side) for row, value in flat])
        made = made.reshape(wanted.shape)
    return wrap(np.asarray(made, np.int32 if out_int32 else np.int64))


def caution_copied(name: str) -> None:
    """torch's warning for an operand that does not lie in rows."""
    warn_once(
        f"torch.searchsorted(): {name} tensor is non-contiguous, this will lower the performance "
        "due to extra data copy when converting non-contiguous tensor to contiguous, please use "
        f"contiguous {name} tensor if possible. This message will only appear once per program.")


@with_out
def bucketize(input, boundaries, *, out_int32=False, right=False):
    """Into which bucket between `boundaries` each entry falls."""
    if boundaries._array.ndim != 1:
        raise RuntimeError(
            f"boundaries tensor must be 1 dimension, but got dim({boundaries._array.ndim})")
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


@method()
def bincount(input, weights=None, minlength=0):
    """How often each non-negative integer occurs, or the sum of its weights."""
    refuse("bincount_cpu", input, "bfVc")
    refuse_held("bincount_cpu", input)
    if input._array.ndim != 1 or (input._array < 0).any():
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    given = None if weights is None else weights._array
    made = np.bincount(input._array, given, minlength)
    if given is not None and given.dtype == np.float32:
        made = made.astype(np.float32)
    return wrap(made)


@method()
@with_out
def histc(input, bins=100, min=0, max=0):
    """How many entries fall into each of `bins` equal parts between `min` and `max`."""
    refuse("linspace_cpu", input, "b")
    refuse_held("aminmax_cpu" if input._array.size else "linspace_cpu", input)
    refuse("aminmax_cpu" if input._array.size and min == max else "histogram_cpu", input, "c")
    if input._array.dtype == np.uint8 and not input._array.size:
        raise RuntimeError("value cannot be converted to type uint8_t without overflow")
    refuse("histogram_cpu", input, "iu")
    if bins <= 0:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    low, high = float(min), float(max)
    if low == high and input._array.size:
        low, high = float(input._array.min()), float(input._array.max())
    if low == high:
        low, high = low - 1, high + 1
    if not np.isfinite([low, high]).all():
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    values, kind = input._array.reshape(-1), input._array.dtype.type
    low, high = kind(low), kind(high)  # places are found in this precision, as in torch
    within = values[(values >= low) & (values <= high)]
    places = ((within - low) * kind(bins) / (high - low)).astype(int)
    return wrap(np.bincount(np.minimum(places, bins - 1), None, bins).astype(kind))


@with_out
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Whether each element is among the test elements."""
    for x in (elements, test_elements):
        dtype = x._array.dtype if isinstance(x, Tensor) else dtype_of_number(x)
        if dtype.kind in "bc":
            wide = dtype if isinstance(x, Tensor) or dtype.kind == "b" else np.dtype(complex)
            raise RuntimeError(
                f"Unsupported input type encountered for isin(): {of(wide).legacy_name}")
    dtype = result_type(elements, test_elements)
    if not isinstance(elements, Tensor) or elements._array.size:
        refuse_held("isin_default_cpu", wrap(np.empty(0, dtype)))
    arrays = [x._array if isinstance(x, Tensor) else np.asarray(held_bits(x, dtype))
              for x in (elements, test_elements)]
    return wrap(np.asarray(np.isin(*arrays, invert=invert)))
