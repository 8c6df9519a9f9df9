"""Count the floating point operations of matrix products or convolutions.

The records of ops name one of these functions with `flops=`. Each takes the shape of the output and
those of the inputs. A multiplication and an addition are two operations, as in torch.
"""

from __future__ import annotations

from math import prod

Shape = tuple[int, ...]


def product_flop(out: Shape, a: Shape, b: Shape) -> int:
    """A product of matrices, or of a batch of them."""
    return prod(a) * b[-1] * 2


def sum_flop(out: Shape, self: Shape, a: Shape, b: Shape) -> int:
    """A product that is added to something."""
    return product_flop(out, a, b)


def convolution_flop(out: Shape, input: Shape, weight: Shape, *bias: Shape) -> int:
    """Each place of the output meets the kernel; of a transposed one each of the input."""
    return input[0] * prod(out[2:]) * prod(weight) * 2


def transposed_flop(out: Shape, input: Shape, weight: Shape, *bias: Shape) -> int:
    """The same of a convolution that is transposed."""
    return input[0] * prod(input[2:]) * prod(weight) * 2


def input_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """What goes back to the input of a convolution: the transposed one of the gradient."""
    return transposed_flop(out, grad, weight)


def transposed_input_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """The same of one that is transposed."""
    return convolution_flop(out, grad, weight)


def weight_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """What goes back to the kernel: the input meets the gradient at each place of the kernel."""
    return prod(out[2:]) * input[1] * prod(grad) * 2


def transposed_weight_flop(out: Shape, grad: Shape, input: Shape, weight: Shape) -> int:
    """The same of one that is transposed."""
    return prod(out[2:]) * grad[1] * prod(input) * 2
