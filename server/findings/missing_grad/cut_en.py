"""Say in English what cut a gradient off, with what to change."""

from __future__ import annotations

import re

from server.findings.missing_grad.cuts import Cut, Off
from server.findings.missing_grad.fixes import COUNTING
from server.findings.diagnosis import on_line, several

SMOOTH = {
    **dict.fromkeys(("argmax", "argmin", "topk", "sort", "argsort", "max", "min"), "softmax()"),
    **dict.fromkeys((">", "<", ">=", "<="), "sigmoid() of the difference"),
    **dict.fromkeys(("==", "!="), "the squared difference"),
}


def place(line: int | None) -> str:
    """Return a line as what does something."""
    return "the program" if line is None else f"line {line}"


def called(by: str | None) -> str:
    """Return what was called: `argmax()`, `the comparison >`, `.data`."""
    name = by or "it"
    if not re.fullmatch(r"\w+", name):
        return f"the comparison {name}"
    return {"data": ".data", "tensor": "torch.tensor()"}.get(name, f"{name}()")


def behind(leaves: tuple[str, ...]) -> str:
    """Return the names of leaves; of none `the input`."""
    return several(leaves) if leaves else "the input"


def switched_by(off: Off) -> str:
    """Return what switched grad mode off, as a clause."""
    if off.how == "decorator":
        return f'"{off.by}"{on_line(off.line)} switches it off for {off.of}()'
    if off.how == "call":
        return f"{off.by or 'a call'}{on_line(off.line)} switches it off while it runs"
    return f'"{off.by}"{on_line(off.line)} switched it off'


def cut_by(cut: Cut) -> str:
    """Return what cut a gradient off, as a clause."""
    what = several(cut.of) or (f"a result of {several(cut.leaves)}" if cut.leaves else "its input")
    at, by = on_line(cut.line), called(cut.by)
    match cut.how:
        case "detach":
            return f"detach(){at} cut {what} off"
        case "no_grad":
            return f"{place(cut.line)} computed with {what} while grad mode was off" + \
                (f" ({switched_by(cut.off)})" if cut.off else "")
        case "underived":
            return f"{by}{at} has no derivative, which cuts {what} off"
        case "indices":
            return f"the indices that {by} returns{at} have no derivative, which cuts {what} off"
        case "cast":
            held = "truth values have" if cut.by == "bool" else "whole numbers have"
            return f"{what} was turned into {cut.by}{at}, and {held} no gradient"
        case "copy":
            return f"{by}{at} took the numbers of {what} without their history"
        case "numbers":
            return f"{by}{at} took the numbers of {what} out of torch, where autograd does not " \
                "follow"
    return cut_inside(cut, what)


def cut_inside(cut: Cut, what: str) -> str:
    """Return inside of what nothing was put on the tape, as a clause."""
    computed = f"{place(cut.line)} computed with {what}"
    if cut.by == "checkpoint":
        return f"{computed} inside checkpoint(), which puts nothing on the tape, since no input " \
            "of it requires grad"
    if cut.by in ("backward", "batched"):
        return f"{computed} while a backward runs, where grad mode is off without " \
            "create_graph=True"
    return f"{computed} inside the forward of a Function, where nothing is put on the tape"


def smooth(cut: Cut) -> str:
    """Return what to compute instead of what has no derivative."""
    if cut.by == "multinomial":
        return "Weight the loss by the log-probability of what was drawn, or draw with " \
            "gumbel_softmax()"
    instead = SMOOTH.get(cut.by or "")
    of = several(cut.of) or behind(cut.leaves)
    return f"Compute the loss from {of} by functions that have a derivative" + (
        f", for example by {instead} instead of {called(cut.by)}" if instead else "")


def recorded(line: int | None, off: Off | None) -> str:
    """Return how a line is computed with grad mode on."""
    match off:
        case Off(how="block"):
            return f'Take the computation{on_line(line)} out of "{off.by}"{on_line(off.line)}'
        case Off(how="around"):
            return f'Run line {line} outside of "{off.by}"{on_line(off.line)}'
        case Off(how="statement"):
            return f"Switch grad mode on again before line {line}: torch.set_grad_enabled(True)"
        case Off(how="decorator"):
            return f"Leave out the decorator{on_line(off.line)}"
        case Off(how="call"):
            return instead_of_call(off)
    return f"Compute it{on_line(line)} with grad mode on"


def instead_of_call(off: Off) -> str:
    """Return what to say instead of a call that switches grad mode off."""
    if off.by == "sample()" and off.of in COUNTING:
        return f"Weight the loss by log_prob() of what sample() drew{on_line(off.line)}"
    if off.by.startswith("sample"):
        return f"Call rsample() instead{on_line(off.line)}"
    return f"Replace the call{on_line(off.line)} by one that keeps grad mode on"


def uncut(cut: Cut) -> str:
    """Return what to change, so that the gradient gets through; without a full stop."""
    at, what = on_line(cut.line), several(cut.of) or "the tensor"
    match cut.how:
        case "detach":
            return f"Leave out the detach(){at}"
        case "no_grad":
            return recorded(cut.line, cut.off)
        case "underived" | "indices":
            return smooth(cut)
        case "cast":
            return f"Stay with floating-point numbers: leave out the conversion{at}"
        case "copy":
            return f"Leave out .data{at}" if cut.by == "data" else \
                f"Say torch.stack() instead of torch.tensor(){at}" if cut.many else \
                f"Use {what} itself{at}, not a torch.tensor() of it"
        case "numbers":
            return f"Stay in torch: compute with {what} itself, not with what " \
                f"{called(cut.by)} gives{at}"
    return {"checkpoint": "Pass use_reentrant=False to checkpoint()"
                          f"{on_line(cut.off.line if cut.off else cut.line)}",
            "backward": f"Compute it inside torch.enable_grad(){at}",
            "batched": f"Pass create_graph=True{at}"}.get(
        cut.by or "", "Give what needs a gradient to the Function as an argument of apply()")
