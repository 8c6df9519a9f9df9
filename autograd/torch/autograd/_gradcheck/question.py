"""What is asked about one function at one point, and the error when the answer is no."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from autograd.tensor.tensor import Tensor


class GradcheckError(RuntimeError):
    """A gradient that is not what finite differences say."""


GradcheckError.__module__ = "torch.autograd.gradcheck"


class Question(NamedTuple):
    """Whether the derivatives of `func` at `inputs` are right."""

    func: Callable
    made: tuple  # what it gave
    inputs: tuple
    eps: float  # the steps of the differences
    rtol: float
    atol: float
    nondet_tol: float  # how far two backward passes may be apart
    masked: bool | None  # whether only the entries that a sparse input holds are looked at
    forward: bool = False  # whether derivatives are pushed forward
    part: str = ""  # which part of complex numbers alone is considered
    split: tuple = ()  # the places of the outputs, or forward of the inputs, that were complex

    @property
    def outputs(self) -> tuple:
        """The outputs that require a gradient."""
        return differentiable(self.made)

    @property
    def moving(self) -> list[Tensor]:
        """The inputs that require a gradient."""
        return moving_of(self.inputs)

    def mismatch(self, theirs: Tensor, ours: Tensor, output: int, given: int) -> str:
        """The message for one pair of an output and an input."""
        of, place = ("inputs", given) if self.forward else ("outputs", output)
        first = f"While considering the {self.part} part of complex {of} only, "
        how = "computed with forward mode " if self.forward else ""
        return (
            f"{first if place in self.split else ''}Jacobian {how}mismatch for output {output} "
            f"with respect to input {given},\nnumerical:{theirs}\nanalytical:{ours}\n"
        )


def tuple_of(x: Tensor | tuple[Tensor | Tensor | int, ...]) -> tuple:
    """One or several of a kind as a tuple."""
    return tuple(x) if isinstance(x, tuple | list) else (x,)


def differentiable(outputs: Tensor | tuple[Tensor, ...]) -> tuple:
    """Those of the outputs that require a gradient."""
    return tuple(y for y in tuple_of(outputs) if isinstance(y, Tensor) and y.requires_grad)


def moving_of(inputs: tuple[Tensor | Tensor | int, ...]) -> list[Tensor]:
    """Those of the inputs that require a gradient."""
    return [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]


def has_derivatives(x: Tensor) -> bool:
    """Whether a value is of floating point or complex numbers."""
    return x.is_floating_point() or x.is_complex()
