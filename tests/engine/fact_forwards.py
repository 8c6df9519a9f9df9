"""Read what is in force around the forwards, gradients and nodes of the records."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from autograd.graph import saved_attributes
from autograd.ops.record import OPS, Op

# By the function that puts something around a forward: what it is about.
AROUND = {
    "with_dtype_check": "refused dtypes", "compute_in_float32": "16-bit floats",
    "dispatch_complex": "complex numbers",
}
FORMATS = {
    "row_major": "row by row", "column_major": "matrices column by column",
    "elementwise": "as elementwise kernels lay them",
    "channels_last_as_inputs": "channels last as all inputs",
    "channels_last_as_input_or_weight": "channels last as input or weight",
    "channels_last_as_second": "channels last as second input",
    "stack_like_cat": "as cat lays them", "as_input": "as the input",
    "column_major_on_the_left": "matrices column by column, on the left row by row",
}
AROUND |= dict.fromkeys(FORMATS, "memory format")


def layers(forward: Callable[..., Any]) -> Iterator[tuple[str, dict]]:
    """What is around a forward, outermost first: the function that put it there, its closure."""
    while (maker := maker_of(forward)) in AROUND:
        names = forward.__code__.co_freevars
        values = [each.cell_contents for each in forward.__closure__]
        yield maker, dict(zip(names, values))
        forward = forward.__wrapped__


def maker_of(function: Callable[..., Any]) -> str:
    """The function that a function was made in, by name."""
    code = getattr(function, "__code__", None)
    return code.co_qualname.partition(".<locals>")[0] if code else ""


def found_around(meaning: str, fact: Callable[[str, dict], object]) -> dict[str, Any]:
    """By op a fact about the layer of this meaning; a list where there are several."""
    found = {}
    for name, entry in OPS.items():
        facts = [fact(*layer) for layer in layers(entry.forward) if AROUND[layer[0]] == meaning]
        if facts:
            found[name] = facts[0] if len(facts) == 1 else facts
    return found


def refused() -> dict[str, Any]:
    """The dtypes that an op refuses, by the error that it raises."""

    def fact(maker, closure):
        groups: dict = {}
        for dtype, refusal in closure["refused"].items():
            spared = "0" * refusal.takes_0d + "e" * refusal.takes_empty
            groups.setdefault((refusal.error, refusal.text, spared), set()).add(dtype)
        found = [{"dtypes": dtypes, "error": error, "text": text, "spared": spared}
                 for (error, text, spared), dtypes in groups.items()]
        return sorted(found, key=lambda group: group["text"])

    return found_around("refused dtypes", fact)


def memory_format() -> dict[str, Any]:
    """How the results of an op lie in memory."""
    return found_around("memory format", lambda maker, closure: FORMATS[maker])


def rounded_once() -> dict[str, Any]:
    """The 16-bit floats that an op computes in float32."""
    names = {"f": "torch.float16", "V": "torch.bfloat16"}
    return found_around("16-bit floats", lambda maker, closure: [
        names[kind] for kind in closure["kinds"]])


def gradients_at_once() -> dict[str, Any]:
    """The gradients that are computed in float32: in the formula, or by the layer around it."""
    return {
        name: {slot: "in float32" if maker_of(each.formula) == "compute_in_float32"
            else "by the formula"
               for slot, each in entry.gradients.items()}
        for name, entry in OPS.items() if any(each.at_once for each in entry.gradients.values())
    }  # fmt: skip


def complex_steps() -> dict[str, Any]:
    """How an op computes complex numbers."""
    return found_around("complex numbers", lambda maker, closure: closure["of_complex"])


def order() -> dict[str, Any]:
    """What is around a forward, outermost first."""
    found = {name: [AROUND[maker] for maker, _ in layers(entry.forward)]
             for name, entry in OPS.items()}
    return {name: meanings for name, meanings in found.items() if meanings}


def underived() -> dict[str, Any]:
    """The ops that torch's table of derivatives leaves out."""
    return {name: True for name, entry in OPS.items() if entry.underived}


def node_names() -> dict[str, Any]:
    """What `name()` of an op's nodes is, where it is not the name of their type."""
    return {name: entry.node_type.name(None) for name, entry in OPS.items()
            if entry.gradients and "name" in vars(entry.node_type)}


def joint() -> dict[str, Any]:
    """The op that computes all gradients of another one as one node."""
    return {name: OPS[entry.joint] for name, entry in OPS.items() if entry.joint}


def saved_names() -> dict[str, Any]:
    """The names after `_saved_` of an op's nodes, in order."""
    return by_op(saved_attributes.saved_names)


def kept() -> dict[str, Any]:
    """What nodes save beside what formulas ask for."""
    return {name: entry.kept for name, entry in OPS.items() if entry.kept}


def of_records(keyword: str) -> dict[str, Any]:
    """What the records say by a keyword, by op; what they do not say is false or empty.

    Of a view's copy it is said there as well, unless the copy has a record of its own.
    """
    copies = {f"{name}_copy": entry.of_copy[keyword]
              for name, entry in OPS.items() if keyword in entry.of_copy}
    found = copies | {name: getattr(entry, keyword) for name, entry in OPS.items()}
    return {name: fact for name, fact in found.items() if fact}


def by_op(fact: Callable[[Op], object]) -> dict[str, Any]:
    """A fact of every op that has a derivative."""
    return {name: fact(entry) for name, entry in OPS.items() if entry.gradients}


def in_place() -> dict[str, Any]:
    """The op that is run in place of another one in its in-place form."""
    return {name: OPS[other] for name, other in of_records("in_place").items()}


def in_place_functions() -> dict[str, Any]:
    """The functions of torch that have an in-place form which is a function, too."""
    names = [each for entry in OPS.values() for each in entry.in_place_functions]
    return {name.removesuffix("_"): True for name in names}


def extremes() -> dict[str, Any]:
    """The ops of two that refuse complex tensors before anything else."""
    found = {name: (entry.refuses or {}).get(np.dtype(np.complex64)) for name, entry in OPS.items()}
    return {name: True for name, refusal in found.items()
            if refusal and refusal.text == f"{name} not implemented for complex tensors."}


def foreach(lists: int) -> dict[str, Any]:
    """The functions that `torch._foreach_` has for so many lists."""
    found = of_records("foreach").items()
    return {fact.name or name: True for name, fact in found if fact.lists == lists}


def foreach_methods() -> dict[str, Any]:
    """What the tensors of a list are asked for, where it is not the name of the function."""
    found = of_records("foreach").items()
    return {name: fact.method for name, fact in found if fact.method}
