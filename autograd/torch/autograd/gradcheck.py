"""`torch.autograd.gradcheck`: gradients compared with finite differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from autograd.runtime.observer import library_call
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.autograd._gradcheck import backward_mode, directional, forward_mode, numerical
from torch.autograd._gradcheck.checked_function import (
    GradcheckError, CheckedFunction, differentiable_outputs, differentiable_inputs, as_tuple)

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


@library_call("gradcheck", lambda agrees: {"agrees": agrees})
def gradcheck(
        func: Callable[..., Any], inputs: Tensor | tuple[Tensor | Tensor | int, ...], *,
        eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, raise_exception: bool = True,
        nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False,
        check_batched_grad: bool = False, check_batched_forward_grad: bool = False,
        check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False,
        masked: bool | None = None) -> bool:
    """Return True if the gradients of `func` at `inputs` agree with central differences.

    Raise GradcheckError otherwise, or return False if `raise_exception` is False. Inputs should be
    float64. `check_grad_dtypes` has no effect: here gradients always have the dtype of their input.
    """
    check_modes(check_forward_ad, check_backward_ad, check_batched_grad,
                check_batched_forward_grad)
    inputs = as_tuple(inputs)
    try:
        check_inputs(inputs)
        results = func(*inputs)
        checked = CheckedFunction(
            func, as_tuple(results), inputs, eps, rtol, atol, nondet_tol, masked)
        check_outputs(checked.outputs)
        check = directional.check_directional_derivatives if fast_mode else check_jacobians
        if check_backward_ad:
            for part in split_complex_outputs(checked):
                check(part)
        if check_forward_ad:
            check_forward_mode(checked, check, check_undefined_grad)
        if check_batched_forward_grad:
            forward_mode.check_batched_tangents(func, inputs)
        if check_backward_ad:
            check_backward_mode(checked, check_batched_grad, check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def check_modes(forward: bool, backward: bool, batched: bool, batched_forward: bool) -> None:
    """Raise AssertionError if the requested checks exclude each other."""
    if not (forward or backward):
        raise AssertionError(
            "Expected at least one of check_forward_ad or check_backward_ad to be True")
    for name, enabled, mode, mode_checked in (("grad", batched, "backward", backward),
                                    ("forward_grad", batched_forward, "forward", forward)):
        if enabled and not mode_checked:
            raise AssertionError(
                f"Setting check_batched_{name}=True requires check_{mode}_ad to be True")


@library_call("gradgradcheck", lambda agrees: {"agrees": agrees})
def gradgradcheck(
        func: Callable[..., Any], inputs: Tensor | tuple[Tensor, ...], grad_outputs: Any = None, *,
        eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
        gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True,
        nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False,
        check_batched_grad: bool = False, check_fwd_over_rev: bool = False,
        check_rev_over_rev: bool = True, fast_mode: bool = False, masked: bool = False) -> bool:
    """Check second derivatives: apply `gradcheck` to the gradients of `func`.

    They are functions of the inputs and of `grad_outputs`, which are random by default.
    """
    check_second_order_modes(
        check_fwd_over_rev, check_rev_over_rev, check_undefined_grad, check_batched_grad
    )
    inputs = as_tuple(inputs)
    if grad_outputs is None:
        grads = tuple(
            torch.testing.make_tensor(
                y.shape, dtype=y.dtype, device=y.device, low=-1, high=1, requires_grad=True,
                noncontiguous=gen_non_contig_grad_outputs)
            for y in differentiable_outputs(func(*inputs))
        )
    else:
        grads = as_tuple(grad_outputs)
    differentiable = [isinstance(x, Tensor) and x.requires_grad for x in (*inputs, *grads)]

    def gradients(*args):
        args = [x.requires_grad_() if needs else x for x, needs in zip(args, differentiable)]
        first = -len(grads)  # without differentiable outputs, torch leaves `func` no arguments
        outputs = differentiable_outputs(func(*args[:first]))
        diff_inputs = tuple(x for x, needs in zip(args[:first], differentiable) if needs)
        input_grads = torch.autograd.grad(
            outputs, diff_inputs, args[first:], create_graph=True, allow_unused=True)
        return tuple(gradient for gradient in input_grads if gradient is not None)

    return gradcheck(
        gradients, (*inputs, *grads), eps=eps, atol=atol, rtol=rtol, nondet_tol=nondet_tol,
        raise_exception=raise_exception, check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad,
        fast_mode=fast_mode, check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev, masked=masked,
    )


def check_second_order_modes(forward: bool, reverse: bool, undefined: bool, batched: bool) -> None:
    """Raise AssertionError if the requested checks of second derivatives exclude each other."""
    if not (forward or reverse):
        raise AssertionError(
            "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    for name, enabled in (("undefined", undefined), ("batched", batched)):
        if enabled and not reverse:
            raise AssertionError(
                f"Setting check_{name}_grad=True requires check_rev_over_rev to be True")


def check_inputs(inputs: Any) -> None:
    """Warn about inputs below double precision; raise if none requires a gradient.

    RuntimeError for inputs that have a dimension with stride 0, ValueError where no input requires
    a gradient.
    """
    diff_inputs = [
        (i, x) for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad
    ]
    for i, x in diff_inputs:
        if x.dtype not in (torch.float64, torch.complex128):
            caution(
                f"Input #{i} requires gradient and is not a double precision floating point or "
                "complex. This check will likely fail if all the inputs are not of double "
                "precision floating point or complex. ")
        content = x._values() if x.is_sparse else x
        if any(not step and n > 1 for step, n in zip(content.stride(), content.shape)):
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs "
                "that are non-overlapping to be able to compute the numerical gradients correctly. "
                "You should call .contiguous on the input before passing it to gradcheck."
            )
    if not diff_inputs:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True."
        )


def check_outputs(outputs: tuple[Tensor, ...]) -> None:
    """Raise ValueError for sparse outputs."""
    if any(y.layout != torch.strided for y in outputs):
        raise ValueError(
            "Sparse output is not supported at gradcheck yet. Please call "
            "to_dense(masked_grad=...) on the output of fn for gradcheck.")


def split_complex_outputs(checked: CheckedFunction) -> Iterator[Any]:
    """Yield the function; for complex outputs, once with each of their two parts as outputs."""
    if not any(y.is_complex() for y in checked.results):
        yield checked
        return
    split = tuple(i for i, y in enumerate(checked.outputs) if y.is_complex())
    for part, word in ((torch.imag, "imaginary"), (torch.real, "real")):
        def take_part(*args, part=part):
            outputs = as_tuple(checked.func(*args))
            return tuple(part(y) if y.is_complex() else y for y in outputs)

        yield checked._replace(
            func=take_part, results=take_part(*checked.inputs), part=word, split=split
        )


def split_complex_inputs(checked: CheckedFunction) -> Iterator[Any]:
    """Yield the function in forward mode; for complex inputs, once for each part.

    Then that part is the input, and the other one is constant.
    """
    split = tuple(i for i, x in enumerate(checked.inputs)
                  if isinstance(x, Tensor) and x.is_complex())
    if not split:
        yield checked._replace(forward=True)
        return
    joined = {"imag": lambda part, whole: whole.real + part * 1j,
              "real": lambda part, whole: part + whole.imag * 1j}
    for (part, join), word in zip(joined.items(), ("imaginary", "real")):
        def call_with_part(*args, join=join):
            return as_tuple(checked.func(*(
                join(arg, whole) if i in split else arg
                for i, (arg, whole) in enumerate(zip(args, checked.inputs)))))

        inputs = tuple(getattr(x, part) if i in split else x for i, x in enumerate(checked.inputs))
        yield checked._replace(
            func=call_with_part,
            results=call_with_part(*inputs),
            inputs=inputs,
            forward=True,
            part=word,
            split=split,
        )


def check_jacobians(checked: CheckedFunction) -> None:
    """Raise GradcheckError unless each block of the Jacobian agrees with central differences."""
    numerical_columns = numerical.compute_jacobians(checked)
    if not checked.outputs:
        if any(torch.ne(block, 0).sum() > 0
               for column in numerical_columns for block in column if block is not None):
            raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    indices = [i for i, y in enumerate(checked.results) if y.requires_grad]
    forward_columns = forward_mode.compute_jacobians(checked) if checked.forward else None
    for i, (index, output) in enumerate(zip(indices, checked.outputs)):
        analytical = (
            backward_mode.compute_jacobians(checked, output)
            if forward_columns is None
            else [column[i] for column in forward_columns]
        )
        for j, (a, column) in enumerate(zip(analytical, numerical_columns)):
            if not directional.is_close(a, column[index], checked.rtol, checked.atol):
                raise GradcheckError(checked.format_mismatch(column[index], a, i, j))


def check_forward_mode(checked: CheckedFunction, check: Any, check_undefined: bool) -> None:
    """Run `check` in forward mode, then check inputs without tangents."""
    parts = []
    for part in split_complex_inputs(checked):
        check(part)
        parts.append(part)
    for part in parts if check_undefined else ():
        forward_mode.check_undefined_tangents(
            part.func, part.inputs, directional.draw_directions(part)[0]
        )


def check_backward_mode(
    checked: CheckedFunction, check_batched: bool, check_undefined: bool
) -> None:
    """Check batched, zero and undefined output gradients in backward mode."""
    diff_inputs = differentiable_inputs(checked.inputs)
    for i, output in enumerate(checked.outputs if check_batched else ()):
        backward_mode.check_batched_gradients(diff_inputs, output, i)
    backward_mode.check_zero_gradients(checked.outputs, diff_inputs, checked.masked)
    if check_undefined:
        backward_mode.check_undefined_gradients(
            checked.func, checked.inputs, diff_inputs, len(checked.outputs)
        )
