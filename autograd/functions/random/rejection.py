"""Random numbers that kernels draw by rejection sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograd import ops
from autograd.engine.apply import apply
from autograd.engine.transform_levels import draw_for_all_examples
from autograd.runtime import interpreters
from autograd.runtime.registry import export
from autograd.tensor.batched_tensor import innermost_interpreter

if TYPE_CHECKING:
    from autograd.ops.record import Op
    from autograd.tensor.tensor import Tensor


def apply_sampler(entry: Op, inputs: Any, generator: Any) -> Tensor:
    """Apply a sampling op; if `vmap` randomness differs, also to inputs that are not batched."""
    if interpreters.stack and innermost_interpreter(inputs) is None:
        first, *rest = inputs
        made = draw_for_all_examples(lambda x: apply_sampler(entry, (x, *rest), generator), first)
        if made is not None:
            return made
    return apply(entry, inputs, {"generator": generator})


@export()
def poisson(input: Tensor, generator: Any = None) -> Any:
    """Return Poisson random numbers with the rates in `input`."""
    return apply_sampler(ops.poisson, (input,), generator)


@export()
def binomial(count: Any, prob: Any, generator: Any = None) -> Any:
    """Return the number of successes in `count` trials of probability `prob`.

    Raise ValueError if their dtypes differ.
    """
    if count.dtype != prob.dtype:
        raise ValueError(
            "Binomial distribution: `count` and `prob` must have the same dtype, got: "
            f"{count.dtype} and {prob.dtype}"
        )
    return apply_sampler(ops.binomial, (count, prob), generator)


@export()
def _standard_gamma(input, generator=None):
    """Return gamma random numbers of the shapes in `input`."""
    return apply_sampler(ops.standard_gamma, (input,), generator)


@export()
def _sample_dirichlet(input, generator=None):
    """Return Dirichlet random vectors of the concentrations in the last dimension."""
    return apply_sampler(ops.sample_dirichlet, (input,), generator)
