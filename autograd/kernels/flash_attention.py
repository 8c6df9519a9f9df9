"""Attention as torch's CPU kernel computes it, in blocks, normalized at the end.

Facts from aten/src/ATen/native/cpu/FlashAttentionKernel.cpp: a block of queries takes up to 512
keys at a time; exponentials that fill registers of 512 bits come from a fast approximation, the
rest from the C library; 16-bit floats are rounded before exponentials are multiplied with values,
and are float32 otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from autograd.kernels import gemm, libm, simd
from autograd.runtime.records import Record
from autograd.tensor.memory_format import empty_like_array

QUERY_BLOCKS = ((768, 256), (192, 64), (0, 32))  # least number of queries, block size
KEY_BLOCK = 512
REGISTER_BYTES = 64


class Block(Record):
    """A block of queries, the keys it attends to, and whether later keys are masked."""

    rows: slice
    keys: slice
    causal: bool


def attention_forward(
        query: np.ndarray, key: np.ndarray, value: np.ndarray, mask: np.ndarray | None,
        scale: float, causal: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the output of attention, with the log of the sum of exponentials of each query.

    The arrays are (B, H, L, E), (B, H, S, E) twice, and a mask that is added, or None.
    """
    kind, scale = query.dtype, compute_type(query)(scale)
    q, k, v = map(flatten_heads, (query, key, value))
    added = expand_mask(mask, query, key)
    output, logarithms = np.empty_like(q), np.empty((*q.shape[:2], 1), q.dtype)
    offset = result_offset(q, k)
    for blocks in iterate_blocks(q, k, causal):
        maximum, sums, weighted = -np.inf, 0, 0
        for block in blocks:
            scores = compute_scores(q, k, added, scale, block)
            new_maximum = np.maximum(maximum, scores.max(-1, keepdims=True))
            shift = np.where(np.isneginf(new_maximum), 0, new_maximum)
            powers = exp_of_scores(scores - shift, kind)
            decay = libm.exp(np.asarray(maximum - shift, q.dtype))
            sums = sum_in_lanes(powers) + decay * sums
            weighted = weighted * decay + gemm.matmul_slices(
                round_to(powers, kind), v[:, block.keys], offset)
            maximum = new_maximum
        sums = np.where(sums == 0, 1, sums).astype(q.dtype)
        output[:, block.rows] = weighted * (1 / sums)
        logarithms[:, block.rows] = shift + libm.log(sums)
    result = empty_like_array(query, kind, None)
    result[...] = output.reshape(query.shape)
    return result, logarithms.reshape(query.shape[:-1])


def attention_backward(
        grad: np.ndarray, query: np.ndarray, key: np.ndarray, value: np.ndarray,
        mask: np.ndarray | None, output: np.ndarray, logarithms: np.ndarray, scale: float,
        causal: bool) -> tuple:
    """Return the gradients of query, key and value, (B, L, H, E) in memory as in torch."""
    kind, scale = query.dtype, compute_type(query)(scale)
    g, q, k, v, o = map(flatten_heads, (np.ascontiguousarray(grad), query, key, value, output))
    added, normal = expand_mask(mask, query, key), logarithms.reshape(*q.shape[:2], 1)
    of_query, of_key, of_value = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for blocks in iterate_blocks(q, k, causal):
        for block in blocks:
            rows, keys = block.rows, block.keys
            scores = gemm.matmul_slices(q[:, rows], transpose_batch(k[:, keys]), factor=scale)
            if added is not None:
                scores = scores + added[:, rows, keys]
            weights = mask_later_keys(vector_exp(scores - normal[:, rows]), block, 0)
            add_products(of_value[:, keys], transpose_batch(round_to(weights, kind)),
                g[:, rows], kind)
            score_grad = gemm.matmul_slices(g[:, rows], transpose_batch(v[:, keys]))
            score_grad = weights * (score_grad - simd.dot_rows(g[:, rows], o[:, rows],
                                                     REGISTER_BYTES // q.itemsize))
            score_grad = round_to(score_grad, kind)
            add_products(of_query[:, rows], score_grad, k[:, keys], kind, scale)
            add_products(of_key[:, keys], transpose_batch(score_grad), q[:, rows], kind, scale)
    return tuple(unflatten_heads(result, like) for result, like in (
        (of_query, query), (of_key, key), (of_value, value)))


def iterate_blocks(q: np.ndarray, k: np.ndarray, causal: bool) -> Iterator[Any]:
    """Yield for each block of queries its blocks of keys."""
    queries, keys = q.shape[1], k.shape[1]
    size = next(size for least, size in QUERY_BLOCKS if queries >= least)
    for start in range(0, queries, size):
        rows = slice(start, min(start + size, queries))
        end = min(rows.stop, keys) if causal else keys
        yield [Block(rows, slice(first, min(first + KEY_BLOCK, end)), causal)
               for first in range(0, end, KEY_BLOCK)]


def result_offset(q: np.ndarray, k: np.ndarray) -> int:
    """Return the number of elements before the block of results in the kernel's buffer."""
    rows = min(next(size for least, size in QUERY_BLOCKS if q.shape[1] >= least), q.shape[1])
    return rows * (min(KEY_BLOCK, k.shape[1]) + 2)


def compute_scores(
        q: np.ndarray, k: np.ndarray, added: Any, scale: Any,
        block: Any) -> np.ndarray:
    """Return the scaled scores of a block's keys for its queries, minus infinity where masked."""
    scores = mask_later_keys(
        gemm.matmul_slices(q[:, block.rows], transpose_batch(k[:, block.keys])), block,
                   -np.inf)
    if added is None:
        return scores * scale
    return simd.fma(scores, scale, added[:, block.rows, block.keys])


def mask_later_keys(scores: np.ndarray, block: Any, value: float) -> np.ndarray:
    """Return `scores` with `value` for the keys that come after their query."""
    if not block.causal:
        return scores
    rows, keys = np.ogrid[block.rows, block.keys]
    return np.where(keys > rows, scores.dtype.type(value), scores)


def exp_of_scores(scores: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Return the exponential: fast in whole registers, faster still where it is rounded to 16 bits.
    """
    n = scores.shape[-1]
    whole = n - n % (REGISTER_BYTES // scores.itemsize)
    if scores.dtype != np.float32 or not whole:
        return libm.exp(scores)
    quick = simd.fastest_exp if kind.itemsize == 2 else simd.fast_exp
    parts = quick(scores[..., :whole]), libm.exp(scores[..., whole:])
    return np.concatenate(parts, -1)


def vector_exp(scores: np.ndarray) -> np.ndarray:
    """Return the exponential as vector units compute it."""
    return simd.exp(scores) if scores.dtype == np.float32 else libm.exp(scores)


def sum_in_lanes(powers: np.ndarray) -> np.ndarray:
    """Return sums along the last dimension: whole registers lane by lane, then the rest."""
    side, n = REGISTER_BYTES // powers.itemsize, powers.shape[-1]
    whole = n - n % side
    sums = np.add.reduce(powers[..., :whole].reshape(*powers.shape[:-1], -1, side), -2)
    while sums.shape[-1] > 1:
        half = sums.shape[-1] // 2
        sums = sums[..., :half] + sums[..., half:]
    return np.add.accumulate(np.concatenate((sums, powers[..., whole:]), -1), -1)[..., -1:]


def add_products(
        sums: np.ndarray, a: np.ndarray, b: np.ndarray, kind: np.dtype, scale: np.generic | int = 1
) -> None:
    """Add the products of two batches, times `scale`, to `sums`, rounded to `kind`."""
    start = sums if sums.any() else None
    sums[...] = round_to(gemm.matmul_slices(a, b, factor=scale, start=start), kind)


def expand_mask(mask: np.ndarray | None, query: np.ndarray, key: np.ndarray) -> np.ndarray | None:
    """Return the mask for each of the flattened matrices, or None."""
    if mask is None:
        return None
    shape = (*query.shape[:3], key.shape[2])
    return flatten_heads(np.broadcast_to(mask, shape))


def compute_type(array: np.ndarray) -> type:
    """Return the type in which numbers like those of `array` are computed."""
    return np.float32 if array.itemsize == 2 else array.dtype.type


def flatten_heads(array: np.ndarray) -> np.ndarray:
    """Return `(B, H, L, E)` as `(B * H, L, E)`, in the type in which it is computed."""
    return array.reshape(-1, *array.shape[2:]).astype(compute_type(array), copy=False)


def transpose_batch(batch: np.ndarray) -> np.ndarray:
    """Return the matrices of a batch transposed."""
    return batch.swapaxes(1, 2)


def round_to(array: np.ndarray, kind: np.dtype) -> np.ndarray:
    """Round `array` to `kind` if that is narrower, in its own dtype."""
    return array.astype(kind).astype(array.dtype) if kind.itemsize == 2 else array


def unflatten_heads(made: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Return the flattened matrices in the shape and dtype of `like`, the heads of a row adjacent.
    """
    heads, rows, features = like.shape[1:]
    memory = np.empty((len(like), rows, heads, features), like.dtype).swapaxes(1, 2)
    memory[...] = made.reshape(like.shape)
    return memory
