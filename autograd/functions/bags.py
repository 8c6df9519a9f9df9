"""Bags of embeddings, as `torch.nn.functional` names them."""

from __future__ import annotations

import numpy as np

from autograd import derivatives as table
from autograd.apply import apply
from autograd.functions.layers import check_indices, renormalised
from autograd.tensor import wrap


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2,
                  scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights=None,
                  include_last_offset=False, padding_idx=None):
    """Sum, mean or maximum of the rows that each bag names."""
    if weight._array.ndim != 2:
        raise ValueError(
            f"weight has to be a 2D Tensor, but got Tensor of dimension {weight._array.ndim}")
    check_indices(input, "indices", "embedding_bag")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub."
        )
    indices, bags, count = bags_of(input, offsets, include_last_offset)
    if padding_idx is not None:
        kept = indices != padding_idx % weight.size(0)
        indices, bags = indices[kept], bags[kept]
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)[wrap(kept)]
    elif per_sample_weights is not None:
        per_sample_weights = per_sample_weights.reshape(-1)
    if max_norm is not None:
        renormalised(weight, indices, max_norm, norm_type)
    inputs = (weight, wrap(indices), wrap(bags), per_sample_weights)
    return apply(table.embedding_bag, inputs, {
        "count": count, "mode": mode, "sparse": sparse})


def bags_of(input, offsets, include_last_offset):
    """The rows that are looked up, the bag of each, and how many bags there are."""
    array = input._array
    if array.ndim == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch "
                f"of fixed length sequences. However, found offsets of type {type(offsets)}"
            )
        return array.ravel(), np.repeat(np.arange(len(array)), array.shape[1]), len(array)
    if array.ndim != 1:
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {array.ndim}"
        )
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    starts = offsets._array[:-1] if include_last_offset else offsets._array
    bags = np.searchsorted(starts, np.arange(len(array)), side="right") - 1
    return array, bags, len(starts)
