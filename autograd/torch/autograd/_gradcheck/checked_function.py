"""A function at the inputs where gradcheck compares its derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from autograd.tensor.tensor import Tensor


class GradcheckError(RuntimeError):
    """Raised when a gradient disagrees with finite differences, or a check of gradcheck fails."""


# torch defines it there.
GradcheckError.__module__ = "torch.autograd.gradcheck"


class CheckedFunction(NamedTuple):
    """A function `func` with its inputs and results, and the tolerances of the comparison."""

    func: Callable
    results: tuple
    inputs: tuple
    eps: float  # the steps of the differences
    rtol: float
    atol: float
    nondet_tol: float  # the largest difference between two backward passes
    masked: bool | None  # whether only the specified entries of sparse inputs are checked
    forward: bool = False  # whether derivatives are computed in forward mode
    part: str = ""  # "real" or "imaginary", where only this part of complex values is checked
    split: tuple = ()  # the indices of the complex outputs; of the inputs in forward mode

    @property
    def outputs(self) -> tuple:
        """The results that require a gradient."""
        return differentiable_outputs(self.results)

    @property
    def differentiable_inputs(self) -> list[Tensor]:
        """The inputs that require a gradient."""
        return differentiable_inputs(self.inputs)

    def format_mismatch(
        self, numerical: Tensor, analytical: Tensor, output: int, input: int
    ) -> str:
        """Return torch's message about one pair of an output and an input."""
        of, index = ("inputs", input) if self.forward else ("outputs", output)
        first = f"While considering the {self.part} part of complex {of} only, "
        how = "computed with forward mode " if self.forward else ""
        return (
            f"{first if index in self.split else ''}Jacobian {how}mismatch for output {output} "
            f"with respect to input {input},\nnumerical:{numerical}\nanalytical:{analytical}\n"
        )


def as_tuple(value: Any) -> tuple:
    """Return a tuple or list as a tuple, and any other value as a tuple of one."""
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def differentiable_outputs(outputs: Any) -> tuple:
    """Return the outputs that require a gradient."""
    return tuple(y for y in as_tuple(outputs) if isinstance(y, Tensor) and y.requires_grad)


def differentiable_inputs(inputs: Iterable[Any]) -> list[Tensor]:
    """Return the inputs that require a gradient."""
    return [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]


def is_differentiable(x: Tensor) -> bool:
    """Return True if `x` has a floating-point or complex dtype."""
    return x.is_floating_point() or x.is_complex()
