"""`torch.autograd.gradcheck`: gradients compared with finite differences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from autograd.runtime.observer import library_call
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor
from torch.autograd._gradcheck import differences, pulled, pushed, rough
from torch.autograd._gradcheck.question import (
    GradcheckError, Question, differentiable, moving_of, tuple_of)

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


@library_call("gradcheck", lambda agrees: {"agrees": agrees})
def gradcheck(
        func: Callable[..., Any], inputs: Tensor | tuple[Tensor | Tensor | int, ...], *,
        eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, raise_exception: bool = True,
        nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False,
        check_batched_grad: bool = False, check_batched_forward_grad: bool = False,
        check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False,
        masked: bool | None = None) -> bool:
    """True when all gradients of `func` at `inputs` agree with central differences.

    Else GradcheckError, or False without `raise_exception`. Inputs should be float64. Gradients
    always have the dtypes of their inputs here, so `check_grad_dtypes` has nothing to find.
    """
    check_asked(check_forward_ad, check_backward_ad, check_batched_grad,
                check_batched_forward_grad)
    inputs = tuple_of(inputs)
    try:
        check_inputs(inputs)
        made = func(*inputs)
        question = Question(
            func, tuple_of(made), inputs, eps, rtol, atol, nondet_tol, masked)
        check_outputs(question.outputs)
        check = rough.check if fast_mode else check_whole
        if check_backward_ad:
            for side in sides_of_outputs(question):
                check(side)
        if check_forward_ad:
            check_pushed(question, check, check_undefined_grad)
        if check_batched_forward_grad:
            pushed.check_batched(func, inputs)
        if check_backward_ad:
            check_pulled(question, check_batched_grad, check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def check_asked(forward: bool, backward: bool, batched: bool, batched_forward: bool) -> None:
    """Raise torch's error for checks that do not go together."""
    if not (forward or backward):
        raise AssertionError(
            "Expected at least one of check_forward_ad or check_backward_ad to be True")
    for name, asked, way, there in (("grad", batched, "backward", backward),
                                    ("forward_grad", batched_forward, "forward", forward)):
        if asked and not there:
            raise AssertionError(
                f"Setting check_batched_{name}=True requires check_{way}_ad to be True")


@library_call("gradgradcheck", lambda agrees: {"agrees": agrees})
def gradgradcheck(
        func: Callable[..., Any], inputs: Tensor | tuple[Tensor, ...], grad_outputs: Any = None, *,
        eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
        gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True,
        nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False,
        check_batched_grad: bool = False, check_fwd_over_rev: bool = False,
        check_rev_over_rev: bool = True, fast_mode: bool = False, masked: bool = False) -> bool:
    """`gradcheck` of the gradients of `func`, with respect to inputs and output gradients."""
    check_ways(check_fwd_over_rev, check_rev_over_rev, check_undefined_grad, check_batched_grad)
    inputs = tuple_of(inputs)
    if grad_outputs is None:
        seeds = tuple(
            torch.testing.make_tensor(
                y.shape, dtype=y.dtype, device=y.device, low=-1, high=1, requires_grad=True,
                noncontiguous=gen_non_contig_grad_outputs)
            for y in differentiable(func(*inputs))
        )
    else:
        seeds = tuple_of(grad_outputs)
    given = [isinstance(x, Tensor) and x.requires_grad for x in (*inputs, *seeds)]

    def gradients(*args):
        args = [x.requires_grad_() if moves else x for x, moves in zip(args, given)]
        first = -len(seeds)  # without outputs that move, torch leaves nothing to `func`
        xs, vs = args[:first], args[first:]
        outputs = differentiable(func(*xs))
        moving = tuple(x for x, moves in zip(xs, given) if moves)
        found = torch.autograd.grad(outputs, moving, vs, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(
        gradients, (*inputs, *seeds), eps=eps, atol=atol, rtol=rtol, nondet_tol=nondet_tol,
        raise_exception=raise_exception, check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad,
        fast_mode=fast_mode, check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev, masked=masked,
    )


def check_ways(forward: bool, reverse: bool, undefined: bool, batched: bool) -> None:
    """Raise torch's error for checks of second derivatives that do not go together."""
    if not (forward or reverse):
        raise AssertionError(
            "Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    for name, asked in (("undefined", undefined), ("batched", batched)):
        if asked and not reverse:
            raise AssertionError(
                f"Setting check_{name}_grad=True requires check_rev_over_rev to be True")


def check_inputs(inputs: Any) -> None:
    """torch's warning for inputs of less than double precision, its error when none moves."""
    moving = [(i, x) for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    for i, x in moving:
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
    if not moving:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True."
        )


def check_outputs(outputs: tuple[Tensor, ...]) -> None:
    """torch's error for outputs that are not dense."""
    if any(y.layout != torch.strided for y in outputs):
        raise ValueError(
            "Sparse output is not supported at gradcheck yet. Please call "
            "to_dense(masked_grad=...) on the output of fn for gradcheck.")


def sides_of_outputs(question: Question) -> Iterator[Any]:
    """The question; of complex outputs one for each part alone, as torch asks it."""
    if not any(y.is_complex() for y in question.made):
        yield question
        return
    split = tuple(i for i, y in enumerate(question.outputs) if y.is_complex())
    for part, word in ((torch.imag, "imaginary"), (torch.real, "real")):
        def side(*args, part=part):
            outputs = tuple_of(question.func(*args))
            return tuple(part(y) if y.is_complex() else y for y in outputs)

        yield question._replace(func=side, made=side(*question.inputs), part=word, split=split)


def sides_of_inputs(question: Question) -> Iterator[Any]:
    """The question forward; of complex inputs one for each part alone while the other stays."""
    split = tuple(i for i, x in enumerate(question.inputs)
                  if isinstance(x, Tensor) and x.is_complex())
    if not split:
        yield question._replace(forward=True)
        return
    joined = {"imag": lambda part, whole: whole.real + part * 1j,
              "real": lambda part, whole: part + whole.imag * 1j}
    for (part, join), word in zip(joined.items(), ("imaginary", "real")):
        def side(*args, join=join):
            return tuple_of(question.func(*(
                join(arg, whole) if i in split else arg
                for i, (arg, whole) in enumerate(zip(args, question.inputs)))))

        inputs = tuple(getattr(x, part) if i in split else x for i, x in enumerate(question.inputs))
        yield question._replace(
            func=side, made=side(*inputs), inputs=inputs, forward=True, part=word, split=split)


def check_whole(question: Question) -> None:
    """Each block of the Jacobian, as the engine gives it and as differences do."""
    columns = differences.jacobians(question)
    if not question.outputs:
        if any(torch.ne(block, 0).sum() > 0
               for column in columns for block in column if block is not None):
            raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    kept = [i for i, y in enumerate(question.made) if y.requires_grad]
    pushes = pushed.jacobians(question) if question.forward else None
    for i, (place, output) in enumerate(zip(kept, question.outputs)):
        ours = pulled.jacobians(question, output) if pushes is None else [
            column[i] for column in pushes]
        for j, (a, column) in enumerate(zip(ours, columns)):
            if not rough.close(a, column[place], question.rtol, question.atol):
                raise GradcheckError(question.mismatch(column[place], a, i, j))


def check_pushed(question: Question, check: Any, undefined: bool) -> None:
    """Forward mode: `check` each side, then inputs without tangents."""
    sides = []
    for side in sides_of_inputs(question):
        check(side)
        sides.append(side)
    for side in sides if undefined else ():
        pushed.check_undefined(side.func, side.inputs, rough.directions_of(side)[0])


def check_pulled(question: Question, batched: bool, undefined: bool) -> None:
    """Backward mode: many gradients at once, gradients of zero, no gradients."""
    moving = moving_of(question.inputs)
    for i, output in enumerate(question.outputs if batched else ()):
        pulled.check_batched(moving, output, i)
    pulled.check_multiplied(question.outputs, moving, question.masked)
    if undefined:
        pulled.check_undefined(question.func, question.inputs, moving, len(question.outputs))
