"""Count the floating point operations of matrix products or convolutions.

The records of ops name one of these functions with `flops=`. Each takes the shape of the output and
those of the inputs. A multiplication and an addition are two operations, as in torch.
"""

from __future__ import annotations

from math import prod

Shape = tuple[int, ...]


def product_flop(out: Shape, a: Shape, b: Shape) -> int:
    """Return the count of a matrix product, or of a batch of them."""
    return prod(a) * b[-1] * 2


def sum_flop(out: Shape, self: Shape, a: Shape, b: Shape) -> int:
    """Return the count of a matrix product that is added to something."""
    return product_flop(out, a, b)


def convolution_flop(out: Shape, input: Shape, weight: Shape, *bias: Shape) -> int:
    """Return the count of a convolution: the whole kernel at each output position."""
    return input[0] * prod(out[2:]) * prod(weight) * 2


def transposed_flop(out: Shape, input: Shape, weight: Shape, *bias: Shape) -> int:
    """Return the count of a transposed convolution: the whole kernel at each input position."""
    return input[0] * prod(input[2:]) * prod(weight) * 2


def input_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """Return the count of a convolution's input gradient, a transposed convolution of `grad`."""
    return transposed_flop(out, grad, weight)


def transposed_input_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """Return the count of a transposed convolution's input gradient."""
    return convolution_flop(out, grad, weight)


def weight_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """Return the count of a convolution's weight gradient: `grad` at each kernel position."""
    return prod(out[2:]) * input[1] * prod(grad) * 2


def transposed_weight_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """Return the count of a transposed convolution's weight gradient."""
    return prod(out[2:]) * grad[1] * prod(input) * 2
