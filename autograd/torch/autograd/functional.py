"""`torch.autograd.functional`: Jacobians, Hessians and their products with vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.functions.autograd.backward import grad as run_grad
from autograd.functions.creation.filled import zeros_like
from autograd.functions.shape.concatenation import stack
from autograd.runtime import grad_mode
from autograd.tensor.tensor import Tensor
from autograd.transforms.jacobians import jacobian_forward
from autograd.transforms.strict_mode import check_history, fill_zeros

if TYPE_CHECKING:
    from numpy import ndarray

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
OUTPUTS = "outputs of the user-provided function"
STRATEGIES = ("forward-mode", "reverse-mode")
APART = (
    "torch.autograd.functional.jacobian: `{0}=True` and `{1}` are not supported together{2}. "
    "Please either set `{0}=False` or `{3}`.")
INDEPENDENT = (
    "{} of the user-provided function is independent of input {}. This is not allowed in strict "
    "mode{}."
)
FORWARD = 'strategy="forward-mode"', " (yet)", 'strategy="reverse-mode"'
VECTORIZED = "vectorized=True", "", "vectorize=False"


def jacobian(
        func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False,
        vectorize: bool = False, strategy: str = "reverse-mode") -> Any:
    """The derivatives of all outputs of `func` by all inputs: `(*output.shape, *input.shape)`.

    For several inputs or outputs a tuple, or a tuple of tuples; of lists in forward mode.
    """
    check_strategy(strategy, vectorize, strict, create_graph)
    several, given = as_tuple(inputs, "inputs", "jacobian")
    if strategy == "forward-mode":
        told: list = []  # whether there are several outputs

        def in_a_tuple(*xs):
            many, outputs = as_tuple(func(*xs), "outputs", "jacobian")
            told.append(many)
            return outputs

        blocks = jacobian_forward(in_a_tuple, given)
        blocks = blocks if several else tuple(row[0] for row in blocks)
        return blocks if told[0] else blocks[0]
    with grad_mode.enable_grad():
        xs = prepared(given, create_graph, True)
        many, outputs = as_tuple(func(*xs), OUTPUTS, "jacobian")
        check_history(outputs, "outputs", strict)
        if vectorize and strict:
            raise RuntimeError(APART.format("strict", *VECTORIZED))
        blocks = tuple(rows(i, y, xs, create_graph, strict) for i, y in enumerate(outputs))
    blocks = tuple(finished(row, create_graph) for row in blocks)
    blocks = tuple(tuple(row) if several else row[0] for row in blocks)
    return blocks if many else blocks[0]


def check_strategy(strategy: str, vectorize: bool, strict: bool, create_graph: bool | None) -> None:
    """Refuse a strategy that torch does not have, or not with these options."""
    if strategy not in STRATEGIES:
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. '
            'Otherwise, prefer to use "reverse-mode".'
        )
    forward = strategy == "forward-mode"
    for wrong, error, option, other in (
        (forward and create_graph, NotImplementedError, "create_graph", FORWARD),
        (forward and strict, RuntimeError, "strict", FORWARD),
    ):
        if wrong:
            raise error(APART.format(option, *other))
    if forward and not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
            "only implemented for `vectorize=True`."
        )


def rows(
        number: int, output: Tensor, xs: tuple[Tensor, ...], create_graph: bool, strict: bool
) -> tuple:
    """The Jacobians of one output by each input."""
    columns = [[] for _ in xs]
    flat = output.reshape(-1)
    for j in range(output.numel()):
        grads = gradients((flat[j],), xs, create_graph=create_graph, retain_graph=True)
        for i, (x, g) in enumerate(zip(xs, grads)):
            if strict:
                check_dependent(number, i, g, create_graph)
            columns[i].append(zeros_like(x) if g is None else g)
    return tuple(
        stack(column).view((*output.shape, *x.shape)) for column, x in zip(columns, xs))


def check_dependent(
        output: Any, index: Any, gradient: ndarray, create_graph: bool
) -> None:
    """In strict mode, refuse an output that does not depend on an input."""
    if gradient is None:
        raise RuntimeError(INDEPENDENT.format(f"Output {output}", index, ""))
    if create_graph and not gradient.requires_grad:  # torch counts the outputs here
        raise RuntimeError(INDEPENDENT.format("The jacobian", output, " when create_graph=True"))


def hessian(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], create_graph: bool = False,
        strict: bool = False, vectorize: bool = False, outer_jacobian_strategy: str = "reverse-mode"
) -> Any:
    """The second derivatives of a scalar function: `(*input.shape, *input.shape)`."""
    several, given = as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in STRATEGIES:
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    if outer_jacobian_strategy == "forward-mode":  # torch lets it have a history then
        given = tuple(x if x.requires_grad else x.detach().requires_grad_() for x in given)

    def gradient(*xs):
        jac = jacobian(lambda *ys: scalar(func(*ys), strict), xs, create_graph=True)
        check_history(jac, "jacobian", strict)
        return jac

    blocks = jacobian(gradient, given, create_graph, strict, vectorize, outer_jacobian_strategy)
    return blocks if several else blocks[0][0]


def scalar(output: Tensor, strict: bool) -> Tensor:
    """The only element of what a function given to `hessian` returned."""
    many, outputs = as_tuple(output, OUTPUTS, "hessian")
    check_history(outputs, "outputs", strict)
    if many:
        raise RuntimeError("The function given to hessian should return a single Tensor")
    if output.nelement() != 1:
        raise RuntimeError(
            "The Tensor returned by the function given to hessian should contain a single element"
        )
    return output.squeeze()


def vjp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False
) -> tuple[Tensor | Callable[..., Any], ...]:
    """`(outputs, v @ J)`; `v` may be left out for a scalar output."""
    several, given = as_tuple(inputs, "inputs", "vjp")
    with grad_mode.enable_grad():
        xs = prepared(given, create_graph, True)
        many, outputs = as_tuple(func(*xs), OUTPUTS, "vjp")
        check_history(outputs, "outputs", strict)
        v = vector("vjp", v, outputs, many, create_graph, (
            "The vector v can only be None if the user-provided function returns a single Tensor "
            "with a single element."
        ))
    with grad_mode.set_grad_enabled(True if create_graph else grad_mode.grad_enabled):
        grads = gradients(outputs, xs, v, create_graph=create_graph)
        grads = fill_zeros(grads, xs, strict, create_graph, "back")
    return (
        single(finished(outputs, create_graph), many),
        single(finished(grads, create_graph), several),
    )


def jvp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False) -> tuple[Tensor, ...]:
    """`(outputs, J @ v)`, by differentiating the vector-Jacobian product, as torch does."""
    several, given = as_tuple(inputs, "inputs", "jvp")
    with grad_mode.enable_grad():
        xs = prepared(given, create_graph, True)
        v = vector("jvp", v, xs, several, create_graph, (
            "The vector v can only be None if the input to the user-provided function is a single "
            "Tensor with a single element."
        ))
        many, outputs = as_tuple(func(*xs), OUTPUTS, "jvp")
        check_history(outputs, "outputs", strict)
        duals = tuple(zeros_like(y, requires_grad=True) for y in outputs)
        back = gradients(outputs, xs, duals, create_graph=True)
        check_history(back, "grad_inputs", strict)
        tangents = gradients(
            tuple(g for g in back if g is not None), duals,
            tuple(w for g, w in zip(back, v) if g is not None), create_graph=create_graph,
        )
        tangents = fill_zeros(tangents, outputs, strict, create_graph, "back_trick")
    return (
        single(finished(outputs, create_graph), many),
        single(finished(tangents, create_graph), many),
    )


def vhp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False) -> Any:
    """`(output, v @ H)` of a scalar function."""
    several, given = as_tuple(inputs, "inputs", "vhp")
    with grad_mode.enable_grad():
        xs = prepared(given, create_graph, True)
        v = vector("vhp", v, xs, several, create_graph, INPUT_V)
        output, first = scalar_and_gradient(func, xs, strict, "vhp")
        grads = gradients(first, xs, v, create_graph=create_graph)
        grads = fill_zeros(grads, xs, strict, create_graph, "double_back")
    return (
        finished((output,), create_graph)[0], single(finished(grads, create_graph), several)
    )


INPUT_V = (
    "The vector v can only be None if the input to the user-provided function is a single Tensor "
    "with a single element."
)


def hvp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False) -> Any:
    """`(output, H @ v)` of a scalar function; slower than `vhp`, and equal to it."""
    several, given = as_tuple(inputs, "inputs", "hvp")
    with grad_mode.enable_grad():
        xs = prepared(given, create_graph, True)
        v = vector("hvp", v, xs, several, create_graph, INPUT_V)
        output, first = scalar_and_gradient(func, xs, strict, "hvp")
        duals = tuple(zeros_like(x, requires_grad=True) for x in xs)
        second = gradients(first, xs, duals, create_graph=True)
        check_history(first, "hessian", strict)
        pairs = [(g, w) for g, w in zip(second, v) if g is not None]
        grads = gradients(
            tuple(g for g, _ in pairs), duals, tuple(w for _, w in pairs),
            create_graph=create_graph,
        )
        grads = fill_zeros(grads, xs, strict, create_graph, "double_back_trick")
    return (
        finished((output,), create_graph)[0], single(finished(grads, create_graph), several)
    )


def scalar_and_gradient(
        func: Callable[..., Any], xs: tuple[Tensor, ...], strict: bool, name: str) -> tuple:
    """A scalar output and its differentiable gradient by each input."""
    many, outputs = as_tuple(func(*xs), OUTPUTS, name)
    check_history(outputs, "outputs", strict)
    if many:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].nelement() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {name} should contain a single element"
        )
    first = gradients(outputs, xs, create_graph=True)
    check_history(first, "jacobian", strict)
    return outputs[0], first


# --- Steps shared by all -----------------------------------------------------------------------


def as_tuple(value: Tensor | tuple[Tensor, ...], what: str, name: str) -> tuple[bool, tuple]:
    """Whether `value` was a tuple, and it as one; a TypeError unless all are Tensors."""
    several = isinstance(value, tuple)
    values = value if several else (value,)
    for i, x in enumerate(values):
        if not isinstance(x, Tensor):
            where = f"value at index {i}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the "
                f"{where} has type {type(x)}."
            )
    return several, values


def prepared(inputs: tuple[Tensor, ...], create_graph: bool | None, need_graph: bool) -> tuple:
    """New tensors in place of the inputs, so that what `func` captured stays apart from them."""
    return tuple(
        x.view_as(x) if create_graph and x.requires_grad
        else x.detach().requires_grad_(need_graph)
        for x in inputs
    )


def finished(results: tuple[Tensor, ...], create_graph: bool) -> tuple:
    """Results without history unless it was asked for."""
    return tuple(results) if create_graph else tuple(x.detach() for x in results)


def single(values: Any, several: Any) -> Any:
    """The tuple itself, or its only entry."""
    return values if several else values[0]


def vector(name: str, v: Any, like: Any, several: Any, create_graph: bool, missing: Any) -> tuple:
    """The `v` of `name` as a tuple in the shapes of `like`; for a scalar it may be left out."""
    if v is None:
        if len(like) != 1 or like[0].nelement() != 1:
            raise RuntimeError(missing)
        return (None,)
    _, v = as_tuple(v, "v", name)
    v = prepared(v, create_graph, False)
    if len(v) != len(like):
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}." if several
            else "The given v should contain a single Tensor."
        )
    for i, (w, x) in enumerate(zip(v, like)):
        if w.size() != x.size():
            entry = f"Entry {i} in " if several else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {x.size()} but got {w.size()}."
            )
    return v


def gradients(
        outputs: tuple[Tensor, ...], xs: tuple[Tensor, ...], seeds: Any = None,
        create_graph: bool = False, retain_graph: bool | None = None) -> tuple:
    """`autograd.grad` that passes over outputs without a history; None where unreachable."""
    seeds = (None,) * len(outputs) if seeds is None else seeds
    live = [(y, s) for y, s in zip(outputs, seeds) if y is not None and y.requires_grad]
    if not live:
        return (None,) * len(xs)
    return run_grad(
        [y for y, _ in live], xs, [s for _, s in live], allow_unused=True,
        create_graph=create_graph, retain_graph=retain_graph,
    )
