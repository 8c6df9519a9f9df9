"""The code generator of plans: it writes straight-line Python for one node.

A node runs millions of times, and a loop over names and positions would cost more than the
arithmetic: so `save`, `backward` and `run_single_edge` are text made of the names in an op's
record, which is compiled once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.unbroadcast import InvalidGradShape, validate_grad
from autograd.graph.node import modified_error, freed_error
from autograd.graph.saved_index import PackedIndex, save_index
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import ArrayOrTensor


def write_save(
        op: Any, scalars: int, tensors: list[Any], results: list[Any], numbers: list[Any],
        extras: tuple[str, ...]) -> Callable:
    """Generate `save(inputs, outputs, params)` of a plan: saved tensors, and plain values.

    Results are saved detached, which avoids a reference cycle of a node and its result. For
    the `other` of a product by a sum over `dim` it reads:

        def save(inputs, outputs, params):
            x1 = inputs[1]
            return ((x1, x1._counter[0]),), [inputs[0]._array.shape, params.get("dim", default0)]
    """
    defaults = {f"default{i}": op.params[name] for i, name in enumerate(extras)
                if name in op.params}
    values = [f"inputs[{i}]" for i, _ in numbers]
    values += [read_expression(op, scalars, i, name) for i, name in enumerate(extras)]
    held = [f"(x{i}, x{i}._counter[0])" for i, _ in tensors]
    held += [f"(outputs[{i}].alias(), 0)" for i, _ in results]
    lines = ["def save(inputs, outputs, params):"]
    lines += [f"    x{i} = inputs[{i}]" for i, _ in tensors]
    lines.append(f"    return ({''.join(f'{each}, ' for each in held)}), "
                 + (f"[{', '.join(values)}]" if values else "()"))
    scope = {"save_index": save_index, "shape_of": shape_of, "strides_of": strides_of, **defaults}
    exec(compile_lines(lines), scope)  # noqa: S102  the text is made of the table's own names
    return scope["save"]


def read_expression(op: Any, scalars: int, index: int, name: str) -> str:
    """Return the expression for a formula's name that is no tensor: a shape or a parameter."""
    if name == "key":
        return 'save_index(params["key"])'
    if name in op.params:
        return f"params.get({name!r}, default{index})"
    slot, what = name.rsplit("_", 1)
    if what == "shapes":
        return "[shape_of(x) for x in inputs]"
    index = op.slots.index(slot)
    if what == "shape":
        is_tensor = not (op.variadic or scalars >> index & 1)
        return f"inputs[{index}]._array.shape" if is_tensor else f"shape_of(inputs[{index}])"
    if what == "strides":
        return f"strides_of(inputs[{index}])"
    raise NameError(f"a formula of {op.name} asks for {name}, which its forward does not have")


def shape_of(x: ArrayOrTensor | None) -> tuple | None:
    """Return the shape of an input: a Tensor, a number, or None."""
    return x._array.shape if isinstance(x, Tensor) else None if x is None else np.shape(x)


def strides_of(x: Tensor) -> list | None:
    """Return the strides of a Tensor, counted in entries; None for None."""
    if x is None:
        return None
    array = getattr(x, "_array", x)
    return [step // array.itemsize for step in array.strides]


def write_backward(
        op: Any, needs_grad: int, wanted: tuple[Any, ...], opened: list[str], has_saved: bool,
        even: bool
) -> tuple[Callable, Callable | None]:
    """Generate `backward(node, grads)` of a plan, and `run_single_edge`, if it can have one.

    `opened` are the lines that unpack saved values. For `other * grad` of a product they read:

        def backward(node, grads):
            grad = grads[0]
            saved = node._held
            if saved is None: raise freed_error(node)
            ((other, v0),) = saved
            if other._counter[0] != v0: raise modified_error(node)
            other = other._array
            return [f0(grad, other), None]

        def run_single_edge(node, grad, frees):
            if node._hooked: return None
            ...
            edge, value = node._edges[0], f0(grad, other)
            try: value = validate_for_edge(value, edge)
            except InvalidGradShape as error: raise error.blame(node, 0) from None
            if frees: node._held = None
            return edge, value
    """
    calls = [f"f{i}({', '.join(names)})" for i, (_, _, names) in enumerate(wanted)]
    lines = backward_lines(op, wanted, opened, calls)
    last = needs_grad.bit_length() - 1
    alone = needs_grad and needs_grad == 1 << last and [i for i, _, _ in wanted] == [last]
    single = alone and not op.underived
    if single and not op.variadic and len(op.outputs) == 1 and "grads" not in wanted[0][2]:
        lines += single_edge_lines(last, opened, calls[0], has_saved, even)
    scope = {f"f{i}": formula for i, (_, formula, _) in enumerate(wanted)}
    scope |= {f"{name}_of": formula for name, (formula, _) in op.parts.items()}
    scope |= {"freed_error": freed_error, "modified_error": modified_error,
              "validate_for_edge": validate_for_edge, "run_single_edge": None,
              "InvalidGradShape": InvalidGradShape, "PackedIndex": PackedIndex}
    exec(compile_lines(lines), scope)  # noqa: S102  the text is made of the table's own names
    return scope["backward"], scope["run_single_edge"]


def backward_lines(
        op: Any, wanted: tuple[Any, ...], opened: list[str], calls: list[str]) -> list[str]:
    """Return the lines of `backward`: all gradients, in the order of the node's edges."""
    results = ["None"] * len(op.slots)
    for call, (index, _, _) in zip(calls, wanted):
        results[index] = call
    sent = calls[0] if op.variadic else f"[{', '.join(results)}]"
    body = ["grad = grads[0]", *opened, f"return {sent}"]
    return ["def backward(node, grads):", *(f"    {line}" for line in body)]


def single_edge_lines(
        index: int, opened: list[str], call: str, has_saved: bool, even: bool) -> list[str]:
    """Return the lines of `run_single_edge`, for a node with one output and one edge.

    It computes the gradient, frees saved values, and returns the edge with the validated
    gradient. If there are hooks it returns None and does nothing.
    """
    body = ["if node._hooked: return None", *opened, f"edge, value = node._edges[{index}], {call}"]
    body += [] if even else [
        "try: value = validate_for_edge(value, edge)",
        f"except InvalidGradShape as error: raise error.blame(node, {index}) from None"]
    body += ["if frees: node._held = None"] if has_saved else []
    body.append("return edge, value")
    return ["def run_single_edge(node, grad, frees):", *(f"    {line}" for line in body)]


def unpack_lines(
        tensors: list[Any], results: list[Any], extras: tuple[str, ...], parts: tuple[Any, ...]
) -> list[str]:
    """Return the lines that unpack a node's saved values and compute its `parts`.

    Inputs are unpacked before outputs, and both in alphabetical order, as torch's generated code
    does: the user's hooks see the order.
    """
    lines = ["saved = node._held", "if saved is None: raise freed_error(node)"]
    inputs, outputs = [name for _, name in tensors], [name for _, name in results]
    saved = inputs + outputs
    if saved:
        pairs = ", ".join(f"({name}, v{i})" for i, name in enumerate(saved))
        stale = " or ".join(f"{name}._counter[0] != v{i}" for i, name in enumerate(saved))
        lines += [f"({pairs},) = saved", f"if {stale}: raise modified_error(node)"]
        lines += [f"{name} = {name}._array" for name in sorted(inputs) + sorted(outputs)]
    if extras:
        lines.append(f"({', '.join(extras)},) = node._extras")
    if "key" in extras:
        lines.append("if type(key) is PackedIndex: key = key.open()")
    return lines + [f"{name} = {name}_of({', '.join(names)})" for name, _, names in parts]


def compile_lines(lines: list[str]) -> Any:
    """Compile generated lines as code of the engine, which warnings do not attribute to users."""
    return compile("\n".join(lines), f"{__file__}, written", "exec")


def validate_for_edge(value: np.ndarray, edge: tuple[Node | int, ...]) -> Any:
    """Return a gradient in the shape and dtype required at `edge`; None unchanged."""
    if value is None or edge is None:
        return value
    target, nr = edge
    shape, dtype = target.metadata_of_outputs[nr]
    if value.dtype is dtype and value.shape == shape:
        return value
    return validate_grad(value, (shape, dtype))
