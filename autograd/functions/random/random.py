"""Random tensors, returned or written in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd import ops
from autograd.engine.apply import apply, apply_into
from autograd.engine.broadcasting import check_broadcast
from autograd.engine.conversions import observe_conversions
from autograd.engine.out_checks import resize_out
from autograd.engine.transform_levels import draw_for_all_examples
from autograd.functions.creation.filled import parse_sizes
from autograd.functions.creation.tensor_options import (
    array_like, device_or_meta, device_type_of, finish_tensor, make_array, numpy_dtype,
    resolve_dtype, write_out,
)
from autograd.functions.kernel_dtypes import check_barebones_dtype, check_kernel_dtype
from autograd.functions.shape.reshape import parse_size_args
from autograd.functions.tensor_api.binding import method
from autograd.kernels import distributions, sampling
from autograd.kernels.generator import default_generator
from autograd.ops.sampling import fill_like
from autograd.runtime import interpreters
from autograd.runtime.function_record import Factory, declare
from autograd.runtime.registry import export
from autograd.tensor.batched_tensor import innermost_interpreter
from autograd.tensor.size import check_sizes
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.kernels.generator import Generator
    from autograd.ops.record import Op
    from autograd.tensor.dtype import dtype


def make_sampler(
        draw: Callable[..., Any], name: str, filled_by: str) -> tuple[Callable[..., Any], ...]:
    """Return `rand` or `randn`, and its `_like` form."""

    @declare(name, factory=Factory(filled_by=filled_by))
    def drawn(*size, generator=None, out=None, dtype=None, device=None, requires_grad=False,
              **named):
        size = size or (named.pop("size", ()),)
        shape = parse_sizes(size, name)
        kind = numpy_dtype(resolve_dtype(out, dtype))
        array = make_array(
            device, shape, kind, lambda: draw(generator or default_generator, shape, kind))
        return finish_tensor(array, requires_grad, device, out, name)

    @declare(f"{name}_like", factory=Factory(filled_by="empty_strided"))
    def like(input, *, dtype=None, device=None, requires_grad=False, generator=None,
             memory_format=None):
        kind = numpy_dtype(dtype, input._array.dtype)
        if interpreters.stack and (result := draw_for_all_examples(lambda x: like(
                x, dtype=dtype, requires_grad=requires_grad, generator=generator,
                memory_format=memory_format), input)) is not None:
            return result
        empty = array_like(input, kind, memory_format, device)
        if input._meta or device_type_of(device) == "meta":
            return finish_tensor(empty, requires_grad, device_or_meta(input, device))
        parameters = (0, 1, empty.flags.c_contiguous) if draw is sampling.normal else ()
        return finish_tensor(fill_like(empty, draw, generator, *parameters), requires_grad, device)

    drawn.__name__, like.__name__ = name, f"{name}_like"
    return export()(drawn), export()(like)


rand, rand_like = make_sampler(sampling.uniform, "rand", filled_by="uniform_")
randn, randn_like = make_sampler(sampling.normal, "randn", filled_by="normal_")


@export()
@declare(factory=Factory(filled_by="random_.from"), indices=("low", "high"))
def randint(
        *bounds_and_size: Any, low: int = 0, high: Any = None, size: Any = None,
        generator: Any = None, out: Any = None, dtype: dtype | None = None, device: Any = None,
        requires_grad: bool = False) -> Tensor:
    """Return random integers: `randint(high, size)` or `randint(low, high, size)`.

    They lie in [low, high).
    """
    given = list(bounds_and_size)
    if size is None:
        size = given.pop()
    if high is None:
        high = given.pop()
    if given:
        low = given.pop()
    kind = numpy_dtype(resolve_dtype(out, dtype), np.dtype(np.int64))
    shape = parse_sizes((size,), "randint")
    array = make_array(device, shape, kind, lambda: sampling.integers(
        generator or default_generator, shape, kind, int(low), int(high)))
    return finish_tensor(array, requires_grad, device, out, "randint")


@export()
@declare(factory=Factory(filled_by="empty_strided"), indices=("low", "high"))
def randint_like(
        input: Tensor, low: int = 0, high: Tensor | int | None = None, *,
        dtype: dtype | None = None, device: Any = None, requires_grad: bool = False,
        generator: Any = None, memory_format: Any = None) -> Tensor:
    """Return random integers in [low, high), or [0, low) with one bound, shaped like `input`."""
    low, high = (0, low) if high is None else (low, high)
    if isinstance(high, Tensor) and high.dim():
        raise RuntimeError("high must be a scalar tensor and on CPU")
    low, high = int(low), int(high)
    if interpreters.stack and (result := draw_for_all_examples(lambda x: randint_like(
            x, low, high, dtype=dtype, generator=generator, memory_format=memory_format),
            input)) is not None:
        return result
    empty = array_like(input, numpy_dtype(dtype, input._array.dtype), memory_format, device)
    if input._meta or device_type_of(device) == "meta":
        return finish_tensor(empty, requires_grad, device_or_meta(input, device))
    return finish_tensor(fill_like(empty, sampling.integers, generator, low, high), requires_grad,
        device)


@export()
@declare(factory=Factory(filled_by="randperm.generator_out", overlapping=True), indices=("n",))
def randperm(
        n: int, *, generator: Generator | None = None, out: Any = None, dtype: Any = None,
        device: Any = None, requires_grad: bool = False) -> Tensor:
    """Return the integers from 0 to `n - 1` in random order."""
    check_sizes([n])
    kind = numpy_dtype(resolve_dtype(out, dtype), np.dtype(np.int64))
    sampling.check_permutable(n, kind)
    order = make_array(device, (n,), kind, lambda: sampling.permutation(
        generator or default_generator, n).astype(kind, copy=False))
    return finish_tensor(order, requires_grad, device, out, "randperm")


@export()
@declare(factory=Factory(filled_by="normal_"))
def normal(
        mean: float, std: float = 1.0, size: tuple[int, ...] | None = None, *,
        generator: Generator | None = None, out: Any = None,
        dtype: np.dtype | str | type | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """Return normal random numbers of the given mean and standard deviation.

    Numbers need a `size`; with tensors there is a sample for each element.
    """
    if size is not None:
        shape, kind = parse_size_args((size,)), numpy_dtype(resolve_dtype(out, dtype))
        array = make_array(device, shape, kind, lambda: sampling.normal(
            generator or default_generator, shape, kind, mean, std))
        return finish_tensor(array, requires_grad, device, out, "normal")
    if out is not None:
        return normal_into(out, mean, std, generator)
    if isinstance(mean, Tensor) and isinstance(std, Tensor):
        kind = mean._array.dtype
        check_broadcast(mean, std)
        return apply(ops.normal_each, (mean, std), {"generator": generator}, kind)
    if isinstance(mean, Tensor):
        return apply(ops.normal_about, (mean,), {"std": std, "generator": generator})
    if isinstance(std, Tensor):
        return apply(ops.normal_spread, (std,), {"mean": mean, "generator": generator})
    raise TypeError("normal() of two plain numbers needs a size: torch.normal(0.0, 1.0, (2, 3)).")


def normal_into(out: Any, mean: float, std: float, generator: Any) -> Tensor:
    """Write normal random numbers to `out`, resized to fit: noise, scaled and shifted."""
    other = std if isinstance(std, Tensor) else out
    check_broadcast(mean, other)
    shapes = [x._array.shape for x in (mean, other) if isinstance(x, Tensor)]
    resize_out(out, np.broadcast_shapes(*shapes))
    if isinstance(std, Tensor):
        return out.normal_(0.0, 1.0, generator=generator).mul_(std).add_(mean)
    return out.normal_(0.0, std, generator=generator).add_(mean)


@export()
@method()
def bernoulli(
        input: Tensor, p: np.ndarray | float | None = None, *, generator: Generator | None = None,
        out: Any = None) -> Tensor:
    """Return ones with the probabilities in `input`, or with probability `p`, else zeros."""
    if out is not None:
        result = bernoulli(input, p, generator=generator).detach()
        return write_out(out, result._array, False, "bernoulli")
    if p is not None:
        check_kernel_dtype("bernoulli_scalar_cpu_", input, "c" if input._array.size else "")
        return apply(ops.bernoulli_of, (input,), {"p": p, "generator": generator})
    if input._array.size:
        check_kernel_dtype("bernoulli_tensor_cpu_self_", input, "c")
        check_barebones_dtype("bernoulli_tensor_cpu_self_", input)
    return apply(ops.bernoulli_each, (input,), {"generator": generator})


@export()
@method()
@observe_conversions
@declare(derived=False, indices=("num_samples",))
def multinomial(
        input: Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None,
        out: Any = None) -> Tensor:
    """Return indices drawn with the weights in each row of `input`, as int64."""
    if out is not None and out._array.dtype != np.int64:
        raise RuntimeError(f"multinomial expects Long tensor out, got: {out.dtype.legacy_name}")
    if interpreters.stack and (result := draw_for_all_examples(lambda x: multinomial_of_batch(
            x, num_samples, replacement, generator), input, refuse_same=True)) is not None:
        return result
    indices = distributions.multinomial(
        generator or default_generator, input._array, num_samples, replacement
    )
    return finish_tensor(indices, out=out, by="multinomial")


def multinomial_of_batch(
        input: Tensor, num_samples: int, replacement: bool, generator: Any) -> Tensor:
    """Return `multinomial` of rows with more batch dimensions."""
    result = multinomial(input.flatten(0, -2), num_samples, replacement, generator=generator)
    return result.unflatten(0, input.shape[:-1])


@method()
def uniform_(self, low: float = 0.0, to: float = 1.0, *, generator: Any = None) -> Tensor:
    """Fill with uniform random numbers in [low, to); torch's name of `low` is `from`."""
    params = {"low": low, "high": to, "generator": generator}
    return apply_into(self, ops.uniform, (self,), params, by="uniform_")


@method()
def normal_(self, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Tensor:
    """Fill with normal random numbers."""
    params = {"mean": mean, "std": std, "generator": generator}
    return apply_into(self, ops.normal, (self,), params, by="normal_")


@method()
def random_(self, low: Any = None, to: bool = False, *, generator: Any = None) -> Tensor:
    """Fill with random integers: all that the dtype holds, in [0, low) or in [low, to).

    If `to` is None the largest number of the dtype is included.
    """
    to = sampling.integer_end(self._array.dtype) if to is None and low is not None else to
    bounds = [bound for bound in (low, to) if bound is not None and bound is not False]
    if bounds and self._array.dtype.kind == "c":
        raise RuntimeError(
            "check_random_bounds handles only integral, floating-point and boolean types")
    if not bounds:
        entry, params = ops.random_any, {}
    elif low is None or to is False:
        entry, params = ops.random_below, {"high": bounds[0]}
    else:
        entry, params = ops.random, {"low": low, "high": to}
    return apply_into(self, entry, (self,), {**params, "generator": generator}, by="random_")


@method()
def bernoulli_(self, p: float = 0.5, *, generator: Any = None) -> Tensor:
    """Fill with ones of probability `p`, a number or a tensor that broadcasts, else zeros."""
    if isinstance(p, Tensor):
        params = {"generator": generator}
        return apply_into(self, ops.bernoulli_by, (self, p), params, by="bernoulli_")
    check_kernel_dtype("bernoulli_scalar_cpu_", self, "c" if self._array.size else "")
    if self._array.size:
        check_barebones_dtype("bernoulli_scalar_cpu_", self)
    params = {"p": p, "generator": generator}
    return apply_into(self, ops.bernoulli, (self,), params, by="bernoulli_")


@method()
def exponential_(self, lambd: float = 1.0, *, generator: Any = None) -> Tensor:
    """Fill with exponential random numbers of rate `lambd`."""
    params = {"rate": lambd, "generator": generator}
    return apply_into(self, ops.exponential, (self,), params, by="exponential_")


@method()
def cauchy_(self, median: float = 0.0, sigma: float = 1.0, *, generator: Any = None) -> Tensor:
    """Fill with Cauchy random numbers."""
    params = {"median": median, "sigma": sigma, "generator": generator}
    return apply_into(self, ops.cauchy, (self,), params, by="cauchy_")


@method()
def log_normal_(self, mean: float = 1.0, std: float = 2.0, *, generator: Any = None) -> Tensor:
    """Fill with random numbers whose logarithms are normal."""
    params = {"mean": mean, "std": std, "generator": generator}
    return apply_into(self, ops.log_normal, (self,), params, by="log_normal_")


@method()
def geometric_(self, p: float, *, generator: Any = None) -> Tensor:
    """Fill with the number of trials up to the first success of probability `p`."""
    params = {"p": p, "generator": generator}
    return apply_into(self, ops.geometric, (self,), params, by="geometric_")


def apply_sampler(entry: Op, inputs: Any, generator: Any) -> Tensor:
    """Apply a sampling op; if `vmap` randomness differs, also to inputs that are not batched."""
    if interpreters.stack and innermost_interpreter(inputs) is None:
        first, *rest = inputs
        result = draw_for_all_examples(lambda x: apply_sampler(entry, (x, *rest), generator), first)
        if result is not None:
            return result
    return apply(entry, inputs, {"generator": generator})


@export()
def poisson(input: Tensor, generator: Any = None) -> Tensor:
    """Return Poisson random numbers with the rates in `input`."""
    return apply_sampler(ops.poisson, (input,), generator)


@export()
def binomial(count: Any, prob: Any, generator: Any = None) -> Tensor:
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
