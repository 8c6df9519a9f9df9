"""`torch.autograd.functional`: Jacobians, Hessians, their products with vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograd.functions.autograd.backward import grad as run_grad
from autograd.functions.creation.filled import zeros_like
from autograd.functions.shape.concatenation import stack
from autograd.runtime import grad_mode
from autograd.runtime.execution_state import execution
from autograd.tensor.tensor import Tensor
from autograd.transforms.jacobians import jacobian_forward
from autograd.transforms.strict_mode import check_history, fill_zeros

if TYPE_CHECKING:
    from numpy import ndarray

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
OUTPUTS_TITLE = "outputs of the user-provided function"
STRATEGIES = ("forward-mode", "reverse-mode")
UNSUPPORTED_TOGETHER = (
    "torch.autograd.functional.jacobian: `{0}=True` and `{1}` are not supported together{2}. "
    "Please either set `{0}=False` or `{3}`.")
INDEPENDENT_ERROR = (
    "{} of the user-provided function is independent of input {}. This is not allowed in strict "
    "mode{}."
)
FORWARD_MODE_OPTION = 'strategy="forward-mode"', " (yet)", 'strategy="reverse-mode"'
VECTORIZE_OPTION = "vectorized=True", "", "vectorize=False"


def jacobian(
        func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False,
        vectorize: bool = False, strategy: str = "reverse-mode") -> Any:
    """Return the Jacobian of `func`, of shape `(*output.shape, *input.shape)`.

    A tuple for several inputs or outputs, nested for both; in forward mode a list for several
    outputs.
    """
    check_strategy(strategy, vectorize, strict, create_graph)
    is_inputs_tuple, original_inputs = to_checked_tuple(inputs, "inputs", "jacobian")
    if strategy == "forward-mode":
        outputs_are_tuple: list = []  # filled by the calls of `func`

        def call(*inputs_copy):
            is_outputs_tuple, outputs = to_checked_tuple(func(*inputs_copy), "outputs", "jacobian")
            outputs_are_tuple.append(is_outputs_tuple)
            return outputs

        blocks = jacobian_forward(call, original_inputs)
        blocks = blocks if is_inputs_tuple else tuple(row[0] for row in blocks)
        return blocks if outputs_are_tuple[0] else blocks[0]
    with grad_mode.enable_grad():
        inputs_copy = copy_inputs(original_inputs, create_graph, True)
        is_outputs_tuple, outputs = to_checked_tuple(func(*inputs_copy), OUTPUTS_TITLE, "jacobian")
        check_history(outputs, "outputs", strict)
        if vectorize and strict:
            raise RuntimeError(UNSUPPORTED_TOGETHER.format("strict", *VECTORIZE_OPTION))
        blocks = tuple(
            compute_jacobian_rows(i, y, inputs_copy, create_graph, strict)
            for i, y in enumerate(outputs)
        )
    blocks = tuple(detach_results(row, create_graph) for row in blocks)
    blocks = tuple(tuple(row) if is_inputs_tuple else row[0] for row in blocks)
    return blocks if is_outputs_tuple else blocks[0]


def check_strategy(strategy: str, vectorize: bool, strict: bool, create_graph: bool | None) -> None:
    """Raise ValueError or RuntimeError for a strategy that does not exist or exclude other
    options."""
    if strategy not in STRATEGIES:
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your '
            'function has more outputs than inputs, "forward-mode" tends to be more performant. '
            'Otherwise, prefer to use "reverse-mode".'
        )
    forward = strategy == "forward-mode"
    for wrong, error, option, other in (
        (forward and create_graph, NotImplementedError, "create_graph", FORWARD_MODE_OPTION),
        (forward and strict, RuntimeError, "strict", FORWARD_MODE_OPTION),
    ):
        if wrong:
            raise error(UNSUPPORTED_TOGETHER.format(option, *other))
    if forward and not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
            "only implemented for `vectorize=True`."
        )


def compute_jacobian_rows(
    number: int, output: Tensor, inputs_copy: tuple[Tensor, ...], create_graph: bool, strict: bool
) -> tuple:
    """Return the Jacobians of one output with respect to each input."""
    columns = [[] for _ in inputs_copy]
    flat = output.reshape(-1)
    for j in range(output.numel()):
        grads = compute_gradients(
            (flat[j],), inputs_copy, create_graph=create_graph, retain_graph=True
        )
        for i, (x, g) in enumerate(zip(inputs_copy, grads)):
            if strict:
                check_is_dependent(number, i, g, create_graph)
            columns[i].append(zeros_like(x) if g is None else g)
    return tuple(
        stack(column).view((*output.shape, *x.shape)) for column, x in zip(columns, inputs_copy))


def check_is_dependent(
        output: Any, index: Any, gradient: ndarray, create_graph: bool
) -> None:
    """Raise RuntimeError in strict mode if an output does not depend on an input."""
    if gradient is None:
        raise RuntimeError(INDEPENDENT_ERROR.format(f"Output {output}", index, ""))
    if create_graph and not gradient.requires_grad:  # torch names the output's index here
        raise RuntimeError(
            INDEPENDENT_ERROR.format("The jacobian", output, " when create_graph=True")
        )


def hessian(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], create_graph: bool = False,
        strict: bool = False, vectorize: bool = False, outer_jacobian_strategy: str = "reverse-mode"
) -> Any:
    """Return the Hessian of a scalar function, of shape `(*input.shape, *input.shape)`."""
    is_inputs_tuple, original_inputs = to_checked_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in STRATEGIES:
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    if outer_jacobian_strategy == "forward-mode":  # torch does not detach inputs then
        original_inputs = tuple(
            x if x.requires_grad else x.detach().requires_grad_() for x in original_inputs
        )

    def gradient(*inputs_copy):
        jac = jacobian(lambda *ys: as_scalar(func(*ys), strict), inputs_copy, create_graph=True)
        check_history(jac, "jacobian", strict)
        return jac

    blocks = jacobian(
        gradient, original_inputs, create_graph, strict, vectorize, outer_jacobian_strategy
    )
    return blocks if is_inputs_tuple else blocks[0][0]


def as_scalar(output: Tensor, strict: bool) -> Tensor:
    """Return the output of a function given to `hessian`, checked to be one tensor of one
    element."""
    is_outputs_tuple, outputs = to_checked_tuple(output, OUTPUTS_TITLE, "hessian")
    check_history(outputs, "outputs", strict)
    if is_outputs_tuple:
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
    """Return `(outputs, v @ J)`; `v` may be omitted for a scalar output."""
    is_inputs_tuple, original_inputs = to_checked_tuple(inputs, "inputs", "vjp")
    with grad_mode.enable_grad():
        inputs_copy = copy_inputs(original_inputs, create_graph, True)
        is_outputs_tuple, outputs = to_checked_tuple(func(*inputs_copy), OUTPUTS_TITLE, "vjp")
        check_history(outputs, "outputs", strict)
        v = prepare_vector("vjp", v, outputs, is_outputs_tuple, create_graph, (
            "The vector v can only be None if the user-provided function returns a single Tensor "
            "with a single element."
        ))
    with grad_mode.set_grad_enabled(True if create_graph else execution.grad_enabled):
        grads = compute_gradients(outputs, inputs_copy, v, create_graph=create_graph)
        grads = fill_zeros(grads, inputs_copy, strict, create_graph, "back")
    return (
        unwrap_single(detach_results(outputs, create_graph), is_outputs_tuple),
        unwrap_single(detach_results(grads, create_graph), is_inputs_tuple),
    )


def jvp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False) -> tuple[Tensor, ...]:
    """Return `(outputs, J @ v)`, computed by differentiating the VJP, as torch does."""
    is_inputs_tuple, original_inputs = to_checked_tuple(inputs, "inputs", "jvp")
    with grad_mode.enable_grad():
        inputs_copy = copy_inputs(original_inputs, create_graph, True)
        v = prepare_vector("jvp", v, inputs_copy, is_inputs_tuple, create_graph, (
            "The vector v can only be None if the input to the user-provided function is a single "
            "Tensor with a single element."
        ))
        is_outputs_tuple, outputs = to_checked_tuple(func(*inputs_copy), OUTPUTS_TITLE, "jvp")
        check_history(outputs, "outputs", strict)
        duals = tuple(zeros_like(y, requires_grad=True) for y in outputs)
        back = compute_gradients(outputs, inputs_copy, duals, create_graph=True)
        check_history(back, "grad_inputs", strict)
        tangents = compute_gradients(
            tuple(g for g in back if g is not None), duals,
            tuple(w for g, w in zip(back, v) if g is not None), create_graph=create_graph,
        )
        tangents = fill_zeros(tangents, outputs, strict, create_graph, "back_trick")
    return (
        unwrap_single(detach_results(outputs, create_graph), is_outputs_tuple),
        unwrap_single(detach_results(tangents, create_graph), is_outputs_tuple),
    )


def vhp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False) -> Any:
    """Return `(output, v @ H)` of a scalar function."""
    is_inputs_tuple, original_inputs = to_checked_tuple(inputs, "inputs", "vhp")
    with grad_mode.enable_grad():
        inputs_copy = copy_inputs(original_inputs, create_graph, True)
        v = prepare_vector(
            "vhp", v, inputs_copy, is_inputs_tuple, create_graph, VECTOR_OF_INPUT_REQUIRED
        )
        output, first = compute_scalar_and_gradient(func, inputs_copy, strict, "vhp")
        grads = compute_gradients(first, inputs_copy, v, create_graph=create_graph)
        grads = fill_zeros(grads, inputs_copy, strict, create_graph, "double_back")
    return (
        detach_results((output,), create_graph)[0],
        unwrap_single(detach_results(grads, create_graph), is_inputs_tuple),
    )


VECTOR_OF_INPUT_REQUIRED = (
    "The vector v can only be None if the input to the user-provided function is a single Tensor "
    "with a single element."
)


def hvp(
        func: Callable[..., Any], inputs: tuple[Tensor, ...], v: Any = None,
        create_graph: bool = False, strict: bool = False) -> Any:
    """Return `(output, H @ v)` of a scalar function; equal to `vhp`, and slower."""
    is_inputs_tuple, original_inputs = to_checked_tuple(inputs, "inputs", "hvp")
    with grad_mode.enable_grad():
        inputs_copy = copy_inputs(original_inputs, create_graph, True)
        v = prepare_vector(
            "hvp", v, inputs_copy, is_inputs_tuple, create_graph, VECTOR_OF_INPUT_REQUIRED
        )
        output, first = compute_scalar_and_gradient(func, inputs_copy, strict, "hvp")
        duals = tuple(zeros_like(x, requires_grad=True) for x in inputs_copy)
        second = compute_gradients(first, inputs_copy, duals, create_graph=True)
        check_history(first, "hessian", strict)
        pairs = [(g, w) for g, w in zip(second, v) if g is not None]
        grads = compute_gradients(
            tuple(g for g, _ in pairs), duals, tuple(w for _, w in pairs),
            create_graph=create_graph,
        )
        grads = fill_zeros(grads, inputs_copy, strict, create_graph, "double_back_trick")
    return (
        detach_results((output,), create_graph)[0],
        unwrap_single(detach_results(grads, create_graph), is_inputs_tuple),
    )


def compute_scalar_and_gradient(
    func: Callable[..., Any], inputs_copy: tuple[Tensor, ...], strict: bool, name: str
) -> tuple:
    """Return a scalar output with its differentiable gradient for each input."""
    is_outputs_tuple, outputs = to_checked_tuple(func(*inputs_copy), OUTPUTS_TITLE, name)
    check_history(outputs, "outputs", strict)
    if is_outputs_tuple:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].nelement() != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {name} should contain a single element"
        )
    first = compute_gradients(outputs, inputs_copy, create_graph=True)
    check_history(first, "jacobian", strict)
    return outputs[0], first


# --- Steps shared by all -----------------------------------------------------------------------


def to_checked_tuple(
    value: Tensor | tuple[Tensor, ...], what: str, name: str
) -> tuple[bool, tuple]:
    """Return whether `value` is a tuple, and it as a tuple; TypeError unless all are Tensors."""
    is_inputs_tuple = isinstance(value, tuple)
    values = value if is_inputs_tuple else (value,)
    for i, x in enumerate(values):
        if not isinstance(x, Tensor):
            where = f"value at index {i}" if is_inputs_tuple else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the "
                f"{where} has type {type(x)}."
            )
    return is_inputs_tuple, values


def copy_inputs(inputs: tuple[Tensor, ...], create_graph: bool | None, need_graph: bool) -> tuple:
    """Return inputs that require gradients, as new tensors unrelated to those `func` captures."""
    return tuple(
        x.view_as(x) if create_graph and x.requires_grad
        else x.detach().requires_grad_(need_graph)
        for x in inputs
    )


def detach_results(results: tuple[Tensor, ...], create_graph: bool) -> tuple:
    """Return results, detached unless `create_graph` is set."""
    return tuple(results) if create_graph else tuple(x.detach() for x in results)


def unwrap_single(values: Any, is_inputs_tuple: Any) -> Any:
    """Return the tuple itself, or its only entry."""
    return values if is_inputs_tuple else values[0]


def prepare_vector(
    name: str, v: Any, like: Any, is_inputs_tuple: Any, create_graph: bool, missing: Any
) -> tuple:
    """Return the vector `v` as a tuple, checked against the shapes of `like`; ones for a scalar."""
    if v is None:
        if len(like) != 1 or like[0].nelement() != 1:
            raise RuntimeError(missing)
        return (None,)
    _, v = to_checked_tuple(v, "v", name)
    v = copy_inputs(v, create_graph, False)
    if len(v) != len(like):
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
            if is_inputs_tuple
            else "The given v should contain a single Tensor."
        )
    for i, (w, x) in enumerate(zip(v, like)):
        if w.size() != x.size():
            entry = f"Entry {i} in " if is_inputs_tuple else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {x.size()} but got {w.size()}."
            )
    return v


def compute_gradients(
        outputs: tuple[Tensor, ...], inputs_copy: tuple[Tensor, ...], grad_outputs: Any = None,
        create_graph: bool = False, retain_graph: bool | None = None) -> tuple:
    """Return `autograd.grad` of the outputs that require gradients; None where unreachable."""
    grad_outputs = (None,) * len(outputs) if grad_outputs is None else grad_outputs
    live = [(y, s) for y, s in zip(outputs, grad_outputs) if y is not None and y.requires_grad]
    if not live:
        return (None,) * len(inputs_copy)
    return run_grad(
        [y for y, _ in live], inputs_copy, [s for _, s in live], allow_unused=True,
        create_graph=create_graph, retain_graph=retain_graph,
    )
