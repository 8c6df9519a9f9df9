"""The derivative table, chapter thirteen: attention, and bags of embeddings."""

import numpy as np

from autograd.derivatives.activations import softmax, softmax_backward
from autograd.derivatives.linear import bmm
from autograd.derivatives.network import plain, put_back
from autograd.derivatives.pointwise import mul
from autograd.derivatives.shapes import transpose, view
from autograd.op import d, op

# A row without any key to look at is all zeros, not NaN.
safe_softmax = op("safe_softmax", "SafeSoftmaxBackward0",
    lambda self, *, dim: np.nan_to_num(softmax(self, dim=dim), nan=0.0),
    r"\mathrm{softmax}($self)",
    self =d(lambda grad, result, dim: softmax_backward(grad, result, dim=dim),
            r"$result \odot \left($grad - \textstyle\sum_{$dim} $grad \odot $result\right)"))

# Query (B, H, L, E), key (B, H, S, E), value (B, H, S, F); the mask is added to the scores.
flash_attention = op("flash_attention", "ScaledDotProductFlashAttentionForCpuBackward0",
    lambda query, key, value, attn_mask, *, scale:
        laid_out_as(query, product(shares(query, key, attn_mask, scale), value)),
    r"\mathrm{softmax}\!\left($scale\,$query\,$key^\top + $attn_mask\right) $value",
    query=d(lambda grad, query, key, value, attn_mask, scale: product(
                scores_slope(grad, query, key, value, attn_mask, scale), key),
            r"$scale\,\partial s\,$key"),
    key  =d(lambda grad, query, key, value, attn_mask, scale: product(
                flipped(scores_slope(grad, query, key, value, attn_mask, scale)), query),
            r"$scale\,\partial s^\top\,$query"),
    value=d(lambda grad, query, key, attn_mask, scale: product(
                flipped(shares(query, key, attn_mask, scale)), grad),
            r"P^\top\,$grad"))

embedding_bag = op("embedding_bag", "EmbeddingBagBackward0",
    lambda weight, indices, bags, per_sample_weights, *, count, mode, sparse=False:
        bagged(weight, indices, bags, per_sample_weights, count, mode),
    r"\mathrm{bag}(${weight}_{$indices})",
    weight=d(lambda grad, weight, indices, bags, per_sample_weights, weight_shape, mode,
             sparse: put_back(mul(index_rows(grad, bags), bag_slope(
                 weight, indices, bags, per_sample_weights, mode)), indices, weight_shape, sparse),
             r"$grad \text{ added at } $indices"),
    per_sample_weights=d(lambda grad, weight, indices, bags: dots(grad, weight, indices, bags),
                         r"$grad \cdot ${weight}_{$indices}"))


def product(a, b):
    """The matrix products of a batch of any shape, by table ops."""
    lead = tuple(a.shape[:-2])
    flat = [view(x, size=(-1, *x.shape[-2:])) for x in (a, b)]
    return view(bmm(*flat), size=(*lead, a.shape[-2], b.shape[-1]))


def laid_out_as(query, value):
    """The values, in memory in the order of the queries, as torch's kernel leaves them."""
    made = np.empty_like(query)
    made[...] = value
    return made


def flipped(value):
    """The matrices of a batch transposed, by table ops."""
    n = len(value.shape)
    return transpose(value, dim0=n - 2, dim1=n - 1)


def shares(query, key, mask, scale):
    """How much each query looks at each key, by table ops."""
    scores = product(query, flipped(key)) * scale
    if mask is not None:
        scores = scores + mask
    return safe_softmax(scores, dim=-1)


def scores_slope(grad, query, key, value, mask, scale):
    """What goes back to the scores, times the scale."""
    through = softmax_backward(
        product(grad, flipped(value)), shares(query, key, mask, scale), dim=-1
    )
    return through * scale


def bagged(weight, indices, bags, factors, count, mode):
    """Sum, mean or maximum of the rows in each bag; empty bags are zeros."""
    rows = weight[indices]
    if factors is not None:
        rows = rows * factors[:, None]
    if mode == "max":
        made = np.full((count, weight.shape[1]), -np.inf, weight.dtype)
        np.maximum.at(made, bags, rows)
        return np.where(np.isinf(made), weight.dtype.type(0), made)
    made = np.zeros((count, weight.shape[1]), weight.dtype)
    np.add.at(made, bags, rows)
    if mode == "mean":
        made /= np.maximum(np.bincount(bags, minlength=count), 1)[:, None].astype(weight.dtype)
    return made


def bag_slope(weight, indices, bags, factors, mode):
    """The constant by which each row's bag depends on it."""
    weight, indices, bags = plain(weight), plain(indices), plain(bags)
    ones = np.ones((len(indices), 1), weight.dtype)
    if mode == "mean":
        return ones / np.bincount(bags)[bags][:, None].astype(weight.dtype)
    if mode == "max":
        best = bagged(weight, indices, bags, None, int(bags.max(initial=-1)) + 1, "max")
        first = np.full(best.shape, len(indices))
        place_of = np.where(weight[indices] == best[bags], np.arange(len(indices))[:, None],
                            len(indices))
        np.minimum.at(first, bags, place_of)
        return (place_of == first[bags]).astype(weight.dtype)
    return ones if factors is None else plain(factors)[:, None]


def index_rows(grad, bags):
    """The gradient of each row's bag, by table ops."""
    from autograd.derivatives.shapes import index

    return index(grad, key=(plain(bags),))


def dots(grad, weight, indices, bags):
    """The product of each row with its bag's gradient, by table ops."""
    from autograd.derivatives.reductions import sum_dim
    from autograd.derivatives.shapes import index

    rows = index(weight, key=(plain(indices),))
    return sum_dim(rows * index_rows(grad, bags), dim=(1,), keepdim=False)
