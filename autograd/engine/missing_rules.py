"""torch's messages about ops without a batching rule or without forward mode."""

from __future__ import annotations

from collections.abc import Sequence

from autograd.graph.accumulate_grad import gradient_edge
from autograd.graph.op_facts import Facts
from autograd.graph.traversal import nodes_leading_to
from autograd.runtime import interpreters
from autograd.runtime.function_record import record
from autograd.runtime.registry import OPS
from autograd.runtime.warnings import caution
from autograd.tensor.batched_tensor import innermost_interpreter
from autograd.tensor.tensor import Tensor

def warn_missing_rule(name: str, operands: Sequence) -> None:
    """Emit torch's warning about an op or a function on batched tensors without a rule."""
    if not any(operand.dim is not None for operand in operands):
        return
    told, composed = find_warning_names(name, operands)
    if composed is not None:
        told = composed[interpreters.stack[-1].vmap_state is None]
    if told:
        emit_missing_rule_warning(told)


def find_warning_names(
        name: str, operands: Sequence) -> tuple[str | None, tuple[str, str | None] | None]:
    """Return the name in the warning for an op, its in-place form, or a function.

    For a composite there are two names: of the whole and of a part.
    """
    written, copied = OPS.get(name.removesuffix("_")), OPS.get(name.removesuffix("_copy"))
    if name.endswith("_") and written is not None and written.vmap_warning_in_place:
        return written.vmap_warning_in_place, None
    if name.endswith("_copy") and copied is not None and "vmap_warning" in copied.of_copy:
        return copied.of_copy["vmap_warning"], None
    op = OPS.get(name)
    if op is not None and (op.vmap_warning or op.vmap_composed):
        return op.vmap_warning, op.vmap_composed
    function = record(name)
    forms = function.vmap_warnings
    told = forms[min(find_overload(operands), len(forms) - 1)] if forms else None
    return told, function.vmap_composed


def find_overload(operands: Sequence) -> int:
    """Return the overload: 0 for two tensors, 1 for a number second, 2 for a number first."""
    first, second = (isinstance(x.value, Tensor) for x in operands[:2]) if operands[1:] else (True,
        True)
    return 0 if first and second else 1 if first else 2


def warn_missing_rule_of_composite(name: str, *inputs: Tensor | int | None) -> None:
    """Emit the warning for a composite function, unless gradients are taken of it."""
    if uses_fallback(*inputs):
        emit_missing_rule_warning(name)


def uses_fallback(*inputs: Tensor | float | None) -> bool:
    """Return whether torch runs a composite slice by slice here."""
    running = interpreters.stack
    return (bool(running) and running[-1].vmap_state is not None
            and innermost_interpreter(inputs) is not None)


def emit_missing_rule_warning(name: str) -> None:
    """Warn that torch runs an op slice by slice."""
    caution(
        "There is a performance drop because we have not yet implemented the batching rule for "
        f"aten::{name}. Please file us an issue on GitHub so that we can prioritize its "
        "implementation.", at="aten/src/ATen/functorch/BatchedFallback.cpp:82")


def check_forward_ad(op: Facts | None) -> None:
    """Raise torch's error for an op that does not carry tangents."""
    name = op.no_forward_ad if op is not None else ""
    if name.startswith("aten::"):
        raise NotImplementedError(
            f"Trying to use forward AD with {name} that does not support it.")
    if name:
        raise NotImplementedError(
            f"Trying to use forward AD with {name} that does not support it because "
            "it has not been implemented yet.\nPlease file an issue to PyTorch at "
            "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we "
            "can prioritize its implementation or submit a PR adding the implementation to "
            "derivatives.yaml")


def check_forward_ad_between(outputs: list[Tensor], inputs: list[Tensor]) -> None:
    """Run `check_forward_ad` for every op on the tape between tensors."""
    ends = {gradient_edge(x)[0] for x in inputs if isinstance(x, Tensor) and x.requires_grad}
    starts = dict.fromkeys(
        gradient_edge(y)[0] for y in outputs if isinstance(y, Tensor) and y.requires_grad)
    for node in nodes_leading_to(starts, ends):
        check_forward_ad(getattr(node, "op", None))
