"""How two values differ, in the words of `torch.testing`."""

from __future__ import annotations

from typing import Any

import torch


class Mismatch(Exception):
    """That two nests differ at a place, and the kind of error that says so."""

    def __init__(self, kind: type, text: str, place: tuple = ()):
        super().__init__(text)
        self.kind, self.text, self.place = kind, text, place

    def error(self, msg: Any = None) -> Exception:
        """The error that the user meets: with a text of theirs, or what their function makes."""
        if isinstance(msg, str):
            return self.kind(msg)
        where = f"\n\nThe failure occurred for item {at(self.place)}" if self.place else ""
        text = self.text + where
        return self.kind(msg(text) if callable(msg) else text)


def at(place: tuple) -> str:
    """A place in a nest, as subscripts."""
    return "".join(f"[{item!r}]" for item in place)


def allowed(limit: Any, exact: bool) -> str:
    """What is said of a tolerance."""
    return "" if exact else f" (up to {limit} allowed)"


def of_scalars(actual: Any, expected: Any, rtol: float, atol: float, what: str = "Scalars") -> str:
    """How two numbers differ."""
    exact = rtol == 0 and atol == 0
    away = abs(actual - expected)
    relative = float("inf") if expected == 0 else away / abs(expected)
    return (
        f"{what} are not {'equal' if exact else 'close'}!\n\n"
        f"Expected {expected} but got {actual}.\n"
        f"Absolute difference: {away}{allowed(atol, exact)}\n"
        f"Relative difference: {relative}{allowed(rtol, exact)}"
    )


def of_tensors(
        actual: Any, expected: Any, near: Any, rtol: float, atol: float, what: str = "Tensor-likes"
) -> str:
    """How two tensors differ: how often, and where most."""
    exact, total = rtol == 0 and atol == 0, near.numel()
    missed = total - int(near.sum())
    if not (actual.is_floating_point() or actual.is_complex()):
        actual, expected = actual.long(), expected.long()
    away = (actual - expected).abs()
    away[near] = 0
    relative = away / expected.abs()
    relative[near] = 0
    (most, place), (most_relative, relative_place) = map(greatest, (away, relative))
    return (
        f"{what} are not {'equal' if exact else 'close'}!\n\n"
        f"Mismatched elements: {missed} / {total} ({missed / total:.1%})\n"
        f"Greatest absolute difference: {most} at index {place}{allowed(atol, exact)}\n"
        f"Greatest relative difference: {most_relative} at index {relative_place}"
        f"{allowed(rtol, exact)}"
    )


def greatest(values: Any) -> tuple:
    """The greatest number of a tensor, and where it is."""
    value, index = values.flatten().max(0)
    return value.item(), tuple(int(i) for i in torch.unravel_index(index, values.shape))
