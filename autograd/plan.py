"""What one op records, and how its node computes gradients: decided once for each way it is used.

Which inputs need a gradient, and which are tensors at all, decides which formulas will run and what
they ask for. From that a plan writes its `backward` as straight-line Python: a node runs millions
of times, and a loop over names and positions would cost more than the arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from autograd.graph import changed, freed


@dataclass(frozen=True, slots=True)
class Plan:
    """What an op saves (tensor inputs, then outputs, then plain values) and what it computes."""

    formulas: tuple  # (first edge, formula, its argument names), in the order of the inputs
    saved_inputs: tuple[int, ...]
    saved_outputs: tuple[int, ...]
    saved_names: tuple[str, ...]  # of the two above
    plain_inputs: tuple[int, ...]  # inputs that are numbers or None: kept as they are
    plain_names: tuple[str, ...]
    extra_names: tuple[str, ...]  # shapes and parameters
    frees: bool  # whether freeing the node takes anything away
    many_outputs: bool
    variadic: bool
    backward: Callable


def make_plan(op, mask: int, plain: int, complex: bool = False) -> Plan:
    """The plan of `op` for one use: the union of what the wanted formulas ask for."""
    change = conjugated if complex else lambda formula, names: formula
    wanted = tuple(
        (index, change(op.gradients[slot].formula, op.gradients[slot].names),
         op.gradients[slot].names)
        for index, slot in enumerate(op.slots)
        if slot in op.gradients and (op.variadic or mask >> index & 1)
    )
    names = {name for _, _, asked in wanted for name in asked} - {"grad", "grads"}
    slots = [(i, slot) for i, slot in enumerate(op.slots) if slot in names]
    tensors = [(i, slot) for i, slot in slots if not plain >> i & 1]
    numbers = [(i, slot) for i, slot in slots if plain >> i & 1]
    results = [(i, name) for i, name in enumerate(op.outputs) if name in names]
    saved = tuple(name for _, name in tensors + results)
    plain_names = tuple(name for _, name in numbers)
    extras = tuple(sorted(names.difference(saved, plain_names)))
    many = any("grads" in asked for _, _, asked in wanted)
    return Plan(
        wanted,
        tuple(i for i, _ in tensors),
        tuple(i for i, _ in results),
        saved,
        tuple(i for i, _ in numbers),
        plain_names,
        extras,
        bool(saved or plain_names),
        many,
        op.variadic,
        write_backward(op, wanted, saved, plain_names + extras, many),
    )


def conjugated(formula: Callable, names) -> Callable:
    """A formula of a holomorphic op as complex numbers want it.

    torch's gradient of a complex function is the conjugate of what the formula says for conjugate
    gradients: `grad * conj(other)` for `grad * other`. So the table is written for real numbers.
    """
    places = [i for i, name in enumerate(names) if name in ("grad", "grads")]

    def run(*values):
        given = list(values)
        for i in places:
            given[i] = conjugate(given[i])
        return conjugate(formula(*given))

    return run


def conjugate(value):
    """The conjugate of an array or a Tensor, of each of several; None stays."""
    if isinstance(value, list | tuple):
        return [conjugate(each) for each in value]
    return None if value is None else value.conj()


def write_backward(op, wanted, saved, extras, many) -> Callable:
    """`backward(node, grads)` of a plan: gradients for the node's edges, from arrays to arrays.

    For `other * grad` of a product it reads:

        def backward(node, grads):
            saved = node.saved
            if saved is None:
                raise freed(node)
            ((other, v0),) = saved
            if other._counter[0] != v0:
                raise changed(node)
            other = other._array
            grad = grads[0]
            return [f0(grad, other), None]
    """
    lines = ["def backward(node, grads):", "saved = node.saved", "if saved is None:",
             "    raise freed(node)"]
    if saved:
        pairs = ", ".join(f"({name}, v{i})" for i, name in enumerate(saved))
        stale = " or ".join(f"{name}._counter[0] != v{i}" for i, name in enumerate(saved))
        lines += [f"({pairs},) = saved", f"if {stale}:", "    raise changed(node)"]
        lines += [f"{name} = {name}._array" for name in saved]
    if extras:
        lines.append(f"({', '.join(extras)},) = node.extras")
    lines.append("" if many else "grad = grads[0]")
    calls = [f"f{i}({', '.join(names)})" for i, (_, _, names) in enumerate(wanted)]
    if op.variadic:
        lines.append(f"return {calls[0]}")
    else:
        results = ["None"] * len(op.slots)
        for call, (index, _, _) in zip(calls, wanted):
            results[index] = call
        lines.append(f"return [{', '.join(results)}]")
    scope = {f"f{i}": formula for i, (_, formula, _) in enumerate(wanted)}
    scope |= {"freed": freed, "changed": changed}
    exec("\n    ".join(lines), scope)  # noqa: S102  the text is made of the table's own names
    return scope["backward"]
