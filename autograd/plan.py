"""What one op records, and how its node computes gradients: decided once for each way it is used.

Which inputs need a gradient, and which are tensors at all, decides which formulas will run and what
they ask for. From that a plan writes its `backward` as straight-line Python: a node runs millions
of times, and a loop over names and positions would cost more than the arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from autograd.gradients import Misfit, fit
from autograd.graph import changed, freed
from autograd.saved_as import SHY
from autograd.stepping import in_steps
from autograd.tensor import Tensor
from autograd.unpacked import KEYED, PackedKey, kept


# Parameters that may be complex numbers, or say that their formula makes some.
COMPLEX_PARAMS = {"alpha", "beta", "weight", "other", "normalization"}
# The ops that torch computes for complex numbers, but does not derive; by its names.
REAL_ONLY = {
    **{name: name for name in (
        "slice_scatter", "select_scatter", "embedding", "silu", "nan_to_num", "mode", "nanmedian",
        "cummin", "cummax", "median", "amin", "amax", "soft_margin_loss",
        "binary_cross_entropy_with_logits",
    )},
    "softmax": "_softmax", "log_softmax": "_log_softmax",
}


class Plan(NamedTuple):
    """What an op saves (tensor inputs, then outputs, then plain values) and what it computes."""

    formulas: tuple  # (first edge, formula, its argument names), in the order of the inputs
    parts: tuple  # (name, formula, its argument names) of what several of these ask for
    saved_inputs: tuple[int, ...]
    saved_outputs: tuple[int, ...]
    saved_names: tuple[str, ...]  # of the two above
    plain_inputs: tuple[int, ...]  # inputs that are numbers or None: kept as they are
    plain_names: tuple[str, ...]
    extra_names: tuple[str, ...]  # shapes and parameters
    extras: tuple[Callable, ...]  # how each of these is read off inputs and parameters
    frees: bool  # whether freeing the node takes anything away
    many_outputs: bool
    variadic: bool
    way: int  # the last edge that a gradient takes, counted from 0
    backward: Callable
    glide: Callable | None  # for a node that sends on one gradient only, along `way`
    idle: tuple[int, ...]  # inputs with a history to which no formula gives a gradient


def make_plan(op, mask: int, plain: int, stepped: str = "", even: bool = False) -> Plan:
    """The plan of `op` for one use: the union of what the wanted formulas ask for.

    `stepped` is the kind of a result whose gradients are rounded at each step, complex numbers or
    16-bit floats; `even` promises that gradients come out in the shape and dtype of the inputs.
    """
    wanted = tuple(
        (index, formula_of(op, slot, stepped), op.gradients[slot].names)
        for index, slot in enumerate(op.slots)
        if slot in op.gradients and (op.variadic or mask >> index & 1)
    )
    names, parts = asked_for(op, mask, wanted)
    slots = [(i, slot) for i, slot in enumerate(op.slots) if slot in names]
    tensors = [(i, slot) for i, slot in slots if not plain >> i & 1]
    numbers = [(i, slot) for i, slot in slots if plain >> i & 1]
    results = [(i, name) for i, name in enumerate(op.outputs) if name in names]
    saved = tuple(name for _, name in tensors + results)
    plain_names = tuple(name for _, name in numbers)
    extras = tuple(sorted(names.difference(saved, plain_names)))
    frees = bool(saved or plain_names or op.name in KEYED)
    opened = unpacking(tensors, results, plain_names + extras, parts)
    return Plan(
        wanted,
        parts,
        tuple(i for i, _ in tensors),
        tuple(i for i, _ in results),
        saved,
        tuple(i for i, _ in numbers),
        plain_names,
        extras,
        tuple(reader(op, name) for name in extras),
        frees,
        any("grads" in asked for _, _, asked in wanted),
        op.variadic,
        mask.bit_length() - 1,
        *write(op, mask, wanted, opened, frees, even),
        idle_inputs(op, mask),
    )


def asked_for(op, mask: int, wanted) -> tuple[set[str], tuple]:
    """What the wanted formulas ask a node for, and the parts that they have in common."""
    names = {name for _, _, asked in wanted for name in asked} - {"grad", "grads"}
    parts = tuple((name, *part) for name, part in op.parts.items() if name in names)
    kept = kept_anyway(op, mask).union(*(asked for _, _, asked in parts))
    return kept | names.difference(op.parts), parts


def idle_inputs(op, mask: int) -> tuple[int, ...]:
    """The inputs that require a gradient and are given none."""
    return () if op.variadic else tuple(
        i for i, slot in enumerate(op.slots) if mask >> i & 1 and slot not in op.gradients)


def formula_of(op, slot: str, stepped: str) -> Callable:
    """The formula for an input, as a result of the kind that is `stepped`, if any, wants it."""
    gradient = op.gradients[slot]
    if not stepped or stepped != "c" and gradient.at_once:
        return gradient.formula
    numbers = [name not in op.params for name in gradient.names]
    return in_steps(conjugated(op, slot) if stepped == "c" else gradient.formula, numbers)


def reader(op, name: str) -> Callable:
    """What reads a formula's name that saves no tensor, a shape or a parameter, when `op` ran."""
    if name == "key":
        return lambda inputs, params: kept(params["key"])
    if name in op.params:
        default = op.params[name]
        return lambda inputs, params: params.get(name, default)
    slot, what = name.rsplit("_", 1)
    if what == "shapes":
        return lambda inputs, params: [shape_of(x) for x in inputs]
    index = op.slots.index(slot)
    if what == "shape":
        return lambda inputs, params: shape_of(inputs[index])
    if what == "strides":
        return lambda inputs, params: steps_of(inputs[index])
    raise NameError(f"a formula of {op.name} asks for {name}, which its forward does not have")


def shape_of(x) -> tuple | None:
    """The shape of an input: a Tensor, a number, or None."""
    return x._array.shape if isinstance(x, Tensor) else None if x is None else np.shape(x)


def steps_of(x) -> list | None:
    """The strides of a Tensor, counted in entries; None of None."""
    if x is None:
        return None
    array = getattr(x, "_array", x)
    return [step // array.itemsize for step in array.strides]


def kept_anyway(op, mask: int) -> set[str]:
    """What torch saves whichever gradients are wanted: results and numbers that any formula asks
    for, inputs that several ask for, too."""
    asked = [name for each in op.gradients.values() for part in each.names
             for name in (op.parts[part][1] if part in op.parts else (part,))]
    often = {name for name in op.slots if asked.count(name) > 1}
    numbers = {name for name in asked if name in op.params or name.endswith("_shape")}
    return numbers | often.union(op.outputs).intersection(asked) | {
        name for name in op.kept
        if op.name not in SHY or name not in op.slots or mask >> op.slots.index(name) & 1
    }


def conjugated(op, slot: str) -> Callable:
    """The formula of a holomorphic op for an input as complex numbers want it.

    torch's gradient of a complex function is what the formula says for the conjugates of all but
    the gradient: `grad * conj(other)` for `grad * other`. So the table is written for real numbers.
    To conjugate the gradient before and after would come to the same, but for the signs of zeros.
    Raises RuntimeError for what torch derives for real numbers only.
    """
    if op.name in REAL_ONLY:
        raise RuntimeError(
            f"{REAL_ONLY[op.name]} does not support automatic differentiation for outputs with "
            "complex dtype."
        )
    formula, names = op.gradients[slot].formula, op.gradients[slot].names
    if op.gradients[slot].complex is not None:
        return op.gradients[slot].complex
    known = COMPLEX_PARAMS.union(op.slots, op.outputs)
    places = [i for i, name in enumerate(names) if name in known]
    if not places:
        return formula

    def run(*values):
        given = list(values)
        for i in places:
            given[i] = conjugate(given[i])
        return formula(*given)

    return run


def conjugate(value):
    """The conjugate of an array, a Tensor or a number, of each of several; what is real stays."""
    if isinstance(value, list | tuple):
        return [conjugate(each) for each in value]
    array = value._array if isinstance(value, Tensor) else value
    return value.conjugate() if isinstance(value, complex) else (
        value.conj() if getattr(array, "dtype", REAL).kind == "c" else value)


REAL = np.dtype(float)


def write(op, mask, wanted, opened, frees, even) -> tuple[Callable, Callable | None]:
    """`backward(node, grads)` of a plan, gradients for all edges; and its `glide`, if it has one.

    `opened` are the lines that open what was saved. For `other * grad` of a product they read:

        def backward(node, grads):
            saved = node._held
            if saved is None: raise freed(node)
            ((other, v0),) = saved
            if other._counter[0] != v0: raise changed(node)
            other = other._array
            grad = grads[0]
            return [f0(grad, other), None]

        def glide(node, grad, letting_go):
            if node._hooked: return None
            ...
            edge, value = node._edges[0], f0(grad, other)
            try: value = fitted(value, edge)
            except Misfit as error: raise error.of(node, 0) from None
            if letting_go: node._held = None
            return edge, value
    """
    calls = [f"f{i}({', '.join(names)})" for i, (_, _, names) in enumerate(wanted)]
    lines = written_backward(op, wanted, opened, calls)
    way = mask.bit_length() - 1
    alone = mask and mask == 1 << way and [index for index, _, _ in wanted] == [way]
    lone = alone and not op.underived
    if lone and not op.variadic and len(op.outputs) == 1 and "grads" not in wanted[0][2]:
        lines += written_glide(way, opened, calls[0], frees, even)
    scope = {f"f{i}": formula for i, (_, formula, _) in enumerate(wanted)}
    scope |= {f"{name}_of": formula for name, (formula, _) in op.parts.items()}
    scope |= {"freed": freed, "changed": changed, "fitted": fitted, "glide": None,
              "Misfit": Misfit, "PackedKey": PackedKey}
    exec("\n".join(lines), scope)  # noqa: S102  the text is made of the table's own names
    return scope["backward"], scope["glide"]


def written_backward(op, wanted, opened, calls) -> list[str]:
    """The lines of `backward`: all gradients, in the order of the node's edges."""
    results = ["None"] * len(op.slots)
    for call, (index, _, _) in zip(calls, wanted):
        results[index] = call
    sent = calls[0] if op.variadic else f"[{', '.join(results)}]"
    body = [*opened, "grad = grads[0]", f"return {sent}"]
    return ["def backward(node, grads):", *(f"    {line}" for line in body)]


def written_glide(way, opened, call, frees, even) -> list[str]:
    """The lines of `glide`, for a node of one output from which one edge leads on.

    It takes the gradient itself, lets go of what was saved, and returns the edge with the gradient
    as it fits there; None, and nothing done, if there are hooks to be called.
    """
    body = ["if node._hooked: return None", *opened, f"edge, value = node._edges[{way}], {call}"]
    body += [] if even else [
        "try: value = fitted(value, edge)",
        f"except Misfit as error: raise error.of(node, {way}) from None"]
    body += ["if letting_go: node._held = None"] if frees else []
    body.append("return edge, value")
    return ["def glide(node, grad, letting_go):", *(f"    {line}" for line in body)]


def unpacking(tensors, results, extras, parts) -> list[str]:
    """The lines that open what a node saved and compute its `parts`, as the formulas name them.

    Inputs are unpacked before outputs, and both by the alphabet, as torch's generated code does:
    the user's hooks see the order.
    """
    lines = ["saved = node._held", "if saved is None: raise freed(node)"]
    inputs, outputs = [name for _, name in tensors], [name for _, name in results]
    saved = inputs + outputs
    if saved:
        pairs = ", ".join(f"({name}, v{i})" for i, name in enumerate(saved))
        stale = " or ".join(f"{name}._counter[0] != v{i}" for i, name in enumerate(saved))
        lines += [f"({pairs},) = saved", f"if {stale}: raise changed(node)"]
        lines += [f"{name} = {name}._array" for name in sorted(inputs) + sorted(outputs)]
    if extras:
        lines.append(f"({', '.join(extras)},) = node._extras")
    if "key" in extras:
        lines.append("if type(key) is PackedKey: key = key.open()")
    return lines + [f"{name} = {name}_of({', '.join(asked)})" for name, _, asked in parts]


def fitted(value, edge):
    """A gradient in the shape and dtype that is wanted where `edge`, if any, leads; None stays."""
    if value is None or edge is None:
        return value
    target, nr = edge
    shape, dtype = target.metadata_of_outputs[nr]
    if value.dtype is dtype and value.shape == shape:
        return value
    return fit(value, (shape, dtype))
