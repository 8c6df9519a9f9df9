"""`torch.autograd.gradcheck`: gradients compared with finite differences.

The order and number of calls of the checked function are torch's, since such functions print.
"""

from autograd.functions import creation
from autograd.functions.data import allclose
from autograd.functions.gradients import grad
from autograd.functions.chance import rand
from autograd.functions.shapes import stack
from autograd.mode import quietly
from autograd.notes import NOT_REENTRANT
from autograd.once import caution
from autograd.tensor import Tensor
from torch.autograd.forward_ad import dual_level, make_dual, unpack_dual

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """A gradient that is not what finite differences say."""


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True,
              fast_mode=False, masked=None) -> bool:
    """True when all gradients of `func` at `inputs` agree with central differences.

    Else GradcheckError, or False without `raise_exception`. Inputs should be float64.
    """
    inputs = inputs if isinstance(inputs, tuple) else tuple(inputs) if isinstance(
        inputs, list) else (inputs,)
    check_asked(check_forward_ad, check_backward_ad, check_batched_grad,
                check_batched_forward_grad)
    try:
        check_inputs(inputs)
        if check_backward_ad:
            check_parts(func, inputs, eps, atol, rtol, nondet_tol)
        if check_forward_ad:
            check_forward(func, inputs, eps, atol, rtol)
        if check_backward_ad and check_undefined_grad:
            check_undefined(func, inputs)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def check_asked(forward, backward, batched, batched_forward) -> None:
    """Raise torch's error for checks that do not go together."""
    if not (forward or backward):
        raise AssertionError(
            "Expected at least one of check_forward_ad or check_backward_ad to be True")
    for name, asked, way, there in (("grad", batched, "backward", backward),
                                    ("forward_grad", batched_forward, "forward", forward)):
        if asked and not there:
            raise AssertionError(
                f"Setting check_batched_{name}=True requires check_{way}_ad to be True")


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3,
                  gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0,
                  check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
                  check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False,
                  masked=False) -> bool:
    """`gradcheck` of the gradients of `func`, with respect to inputs and output gradients."""
    inputs = tuple(inputs) if isinstance(inputs, tuple | list) else (inputs,)
    if grad_outputs is None:
        seeds = tuple(
            (rand(*y.shape, dtype=y.dtype) * 2 - 1).requires_grad_()
            for y in differentiable(func(*inputs))
        )
    else:
        seeds = grad_outputs if isinstance(grad_outputs, tuple) else (grad_outputs,)
    moving = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]

    def gradients(*args):
        first = -len(seeds)  # without outputs that move, torch leaves nothing to `func`
        xs, vs = args[:first], args[first:]
        outputs = differentiable(func(*xs))
        found = grad(outputs, [xs[i] for i in moving], vs, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(
        gradients, (*inputs, *seeds), eps=eps, atol=atol, rtol=rtol, nondet_tol=nondet_tol,
        raise_exception=raise_exception, check_undefined_grad=check_undefined_grad,
    )


def differentiable(outputs) -> tuple:
    """Those of the outputs that require a gradient."""
    outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
    return tuple(y for y in outputs if isinstance(y, Tensor) and y.requires_grad)


def check_inputs(inputs) -> None:
    """torch's warning for inputs of less than double precision, its error when none moves."""
    moving = [(i, x) for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.requires_grad]
    if not moving:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True."
        )
    for i, x in moving:
        if x.dtype.name not in ("float64", "complex128"):
            caution(
                f"Input #{i} requires gradient and is not a double precision floating point or "
                "complex. This check will likely fail if all the inputs are not of double "
                "precision floating point or complex. ")
        if any(not step and n > 1 for step, n in zip(x.stride(), x.shape)):
            raise RuntimeError(
                f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs "
                "that are non-overlapping to be able to compute the numerical gradients correctly. "
                "You should call .contiguous on the input before passing it to gradcheck."
            )


def check_parts(func, inputs, *tolerances) -> None:
    """The Jacobian of `func`; of what gives complex numbers, of each part alone, as torch does."""
    made = func(*inputs)
    if not any(y.is_complex() for y in (made if isinstance(made, tuple) else (made,))):
        check_jacobians(func, made, inputs, *tolerances)
        return
    for part, word in (("imag", "imaginary"), ("real", "real")):
        def side(*args, part=part):
            outputs = func(*args)
            return tuple(getattr(y, part) if y.is_complex() else y for y in (
                outputs if isinstance(outputs, tuple) else (outputs,)))

        words = f"While considering the {word} part of complex outputs only, "
        check_jacobians(side, side(*inputs), inputs, *tolerances, words)


def check_jacobians(func, made, inputs, eps, atol, rtol, nondet_tol, words="") -> None:
    """Each block of the Jacobian of what `func` made, as backward gives it and as differences do.

    `words` begin the message of a mismatch.
    """
    outputs = differentiable(made)
    moving = [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]
    if not outputs and isinstance(made, Tensor):
        if any(bool((numerical(func, inputs, x, eps, [made])[0] != 0).any()) for x in moving):
            raise GradcheckError("Numerical gradient for function expected to be zero")
        return
    columns = [numerical(func, inputs, x, eps, outputs) for x in moving]
    for i, output in enumerate(outputs):
        found = [analytical(output, moving) for _ in range(2)]
        for first, second in zip(*found):
            if first.numel() and (first - second).abs().max() > nondet_tol:  # never for NaN
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input and "
                    "grad_output multiple times gives different values, although analytical "
                    "gradient matches numerical gradient.The tolerance for nondeterminism was "
                    f"{nondet_tol}.{NOT_REENTRANT}")
        for j, (theirs, ours) in enumerate(zip(columns, found[0])):
            if not allclose(ours, theirs[i].to(ours.dtype), rtol=rtol, atol=atol):
                raise GradcheckError(
                    f"{words}Jacobian mismatch for output {i} with respect to input {j},\n"
                    f"numerical:{theirs[i]}\nanalytical:{ours}\n"
                )
    found = grad(outputs, moving, [creation.zeros_like(y) for y in outputs], allow_unused=True)
    if any(g is not None and bool((g != 0).any()) for g in found):
        raise GradcheckError("backward not multiplied by grad_output")


def numerical(func, inputs, x, eps, outputs=None) -> list:
    """For each output the Jacobian by `x`, `(x.numel(), y.numel())`, from central differences.

    Where `x` is complex, that of the real outputs by its real part, and i times that by the other.
    `outputs` are those of `func`, if they are known: an empty `x` asks for their shapes alone.
    """
    flat = x.data.view(-1) if x.is_contiguous() else None
    rows = []
    for k in range(x.numel()):
        with quietly(False):
            place = flat if flat is not None else x.data
            at = k if flat is not None else _unravel(k, x.shape)
            kept = place[at].item()
            row = None
            for unit in (1, 1j) if x.is_complex() else (1,):
                sides = []
                for step in (-eps * unit, eps * unit):
                    place[at] = kept + step
                    sides.append([y.detach().clone() for y in outputs_of(func, inputs)])
                check_alike(*sides, _unravel(k, x.shape), eps)
                slopes = [((b - a) / (2 * eps)).reshape(-1) for a, b in zip(*sides)]
                row = slopes if row is None else [a + b * 1j for a, b in zip(row, slopes)]
            place[at] = kept
            rows.append(row)
    if not rows:
        known = outputs_of(func, inputs) if outputs is None else outputs
        return [x.new_zeros((0, y.numel())) for y in known]
    return [stack(column) for column in zip(*rows)]


def check_alike(before, after, place, eps) -> None:
    """torch's error for outputs whose form depends on the values of the inputs."""
    for a, b in zip(before, after):
        for what, first, second in (("shape", a.shape, b.shape), ("dtype", a.dtype, b.dtype)):
            if first != second:
                raise AssertionError(
                    f"Expected `func` to return outputs with the same {what} when inputs are "
                    f"perturbed on index {place} by {eps}, but got: {what}s {first} and {second}.")


def check_forward(func, inputs, eps, atol, rtol) -> None:
    """`check_duals`; by complex inputs for each part alone while the other stays, as torch does."""
    mixed = [i for i, x in enumerate(inputs) if isinstance(x, Tensor) and x.is_complex()]
    if not mixed:
        check_duals(func, inputs, eps, atol, rtol)
        return

    def side(join):
        return lambda *args: func(*(
            join(arg, whole) if i in mixed else arg
            for i, (arg, whole) in enumerate(zip(args, inputs))))

    joined = {"imag": lambda part, whole: whole.real + part * 1j,
              "real": lambda part, whole: part + whole.imag * 1j}
    for (part, join), word in zip(joined.items(), ("imaginary", "real")):
        own = tuple(getattr(x, part) if i in mixed else x for i, x in enumerate(inputs))
        check_duals(side(join), own, eps, atol, rtol,
                    f"While considering the {word} part of complex inputs only, ", mixed)


def check_duals(func, inputs, eps, atol, rtol, words="", told=()) -> None:
    """The Jacobian as forward mode gives it, column by column, and as differences do.

    `words` begin the message of a mismatch at the inputs that `told` numbers.
    """
    for j, x in enumerate(x for x in inputs if isinstance(x, Tensor) and x.requires_grad):
        theirs = numerical(func, inputs, x, eps)
        ours = [creation.zeros_like(each) for each in theirs]
        for k in range(x.numel()):
            tangent = creation.zeros_like(x.detach())
            tangent[_unravel(k, x.shape)] = 1
            with dual_level():
                made = func(*(
                    make_dual(y.detach(), tangent if y is x else creation.zeros_like(y.detach()))
                    if isinstance(y, Tensor) and y.requires_grad else y for y in inputs))
                moved = [unpack_dual(y).tangent for y in (
                    made if isinstance(made, tuple) else (made,))]
            for column, moving in zip(ours, moved):
                if moving is not None:
                    column[k] = moving.detach().reshape(-1)
        for i, (a, n) in enumerate(zip(ours, theirs)):
            if not allclose(a, n.to(a.dtype), rtol=rtol, atol=atol):
                start = words if j in told else ""
                raise GradcheckError(
                    f"{start}Jacobian computed with forward mode mismatch for output {i} with "
                    f"respect to input {j},\nnumerical:{n}\nanalytical:{a}\n"
                )


def _unravel(k, shape) -> tuple:
    where = ()
    for n in reversed(shape):
        k, rest = divmod(k, n)
        where = (rest, *where)
    return where


def outputs_of(func, inputs) -> tuple:
    """All floating outputs of `func`, in the order of those that `differentiable` keeps."""
    with quietly(True):
        made = func(*inputs)
    return differentiable(made) or (made if isinstance(made, tuple) else (made,))


def analytical(output, moving) -> list:
    """For each input the Jacobian of `output`, `(x.numel(), y.numel())`, by backward."""
    columns = [[] for _ in moving]
    for k in range(output.numel()):
        seed = creation.zeros(output.shape, dtype=output.dtype)
        seed.view(-1)[k] = 1
        found = grad(output, moving, seed, retain_graph=True, allow_unused=True)
        for column, x, g in zip(columns, moving, found):
            column.append(creation.zeros_like(x).reshape(-1) if g is None else g.reshape(-1))
    return [stack(column, 1) if column else x.new_zeros((x.numel(), 0))
            for column, x in zip(columns, moving)]


def check_undefined(func, inputs) -> None:
    """Backward must take a gradient that is zero everywhere."""
    outputs = differentiable(func(*inputs))
    moving = [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]
    if not outputs:
        return
    rounds = [outputs] + ([(y,) for y in outputs] if len(outputs) > 1 else [])
    for chosen in rounds:
        zeros = [creation.zeros_like(y) for y in chosen]
        for g in grad(chosen, moving, zeros, retain_graph=True, allow_unused=True):
            if g is not None and bool((g != 0).any()):
                raise GradcheckError(
                    "Expected all input grads to be undefined or zero when all output grads are "
                    "undefined or zero. Please look at \"Notes about undefined output gradients\" "
                    "in \"tools/autograd/derivatives.yaml\""
                )
