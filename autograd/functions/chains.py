"""Products of several matrices, in the order that costs least."""

from __future__ import annotations

from autograd.functions.linear import mm
from autograd.functions.method import with_out
from autograd.once import caution

__all__ = ["chain_matmul"]


@with_out
def multi_dot(tensors):
    """The product of several matrices, in the cheapest order; the ends may be vectors."""
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError(
            "multi_dot(): expected at least 2 tensors but got " f"{len(tensors)}"
        )
    first, last = tensors[0]._array.ndim == 1, tensors[-1]._array.ndim == 1
    tensors[0] = tensors[0].unsqueeze(0) if first else tensors[0]
    tensors[-1] = tensors[-1].unsqueeze(1) if last else tensors[-1]
    made = ordered_product(tensors)
    rows, columns = made._array.shape
    return made.view((rows,) * (not first) + (columns,) * (not last))


def ordered_product(matrices):
    """The product in the order with the fewest multiplications (Cormen's dynamic program).

    Of two orders that cost the same torch takes the first cut, of three matrices the last.
    """
    n = len(matrices)
    sizes = [x._array.shape[0] for x in matrices] + [matrices[-1]._array.shape[1]]
    cost, cut = {(i, i): 0 for i in range(n)}, {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], _, cut[i, j] = min(
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1],
                 -k if n == 3 else k, k)
                for k in range(i, j)
            )

    def between(i, j):
        if i == j:
            return matrices[i]
        return mm(between(i, cut[i, j]), between(cut[i, j] + 1, j))

    return between(0, n - 1)


def chain_matmul(*matrices):
    """The product of several matrices; `linalg.multi_dot` is newer."""
    caution(
        "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use "
        "torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than "
        "multiple parameters.")
    return multi_dot(matrices)
