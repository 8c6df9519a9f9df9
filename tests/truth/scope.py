"""What the names of an op's formula stand for: whole values of the tape."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.truth.arithmetic import Unknown
from tests.truth.numbers import number
from tests.truth.tape import Tape

CHANNELS = re.compile(r"(batch|group)_norm.*|convolution")


@dataclass
class Scope:
    """What the names of an op's formula stand for: whole arrays, numbers and definitions."""

    op: str
    params: dict[str, Any]
    arrays: dict[str, np.ndarray | None]
    rank: int
    letters: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str) -> Any:
        """The array or the number of a name; raises Unknown."""
        if name in self.letters:
            return self.letters[name]
        plain = re.sub(r"^\\mathit\{(.*)\}$", r"\1", name).replace(r"\_", "_")
        found = self.arrays.get(plain, self.params.get(plain))
        if found is None or isinstance(found, str):
            raise Unknown
        if isinstance(found, (np.ndarray, list)):
            return found
        scalar = scalar_of(found)
        if scalar is None:
            raise Unknown
        return scalar

    def channels(self, found: Any) -> Any:
        """One number for each channel in a shape that broadcasts."""
        if CHANNELS.fullmatch(self.op) and np.ndim(found) == 1 and self.rank > 2:
            return found.reshape(1, -1, *[1] * (self.rank - 2))
        return found


def array_of(value: dict[str, Any] | None) -> np.ndarray | None:
    """A value that is there whole, as an array; None of any other."""
    if value is None or "data" not in value or "?" in value["data"] \
            or value["dtype"].startswith("complex"):
        return None
    return np.array([number(one) for one in value["data"]], float).reshape(value["shape"])


def scalar_of(entry: Any) -> np.ndarray | None:
    """A real number of the document as an array without dimensions; None of a complex one."""
    found = number(entry)
    return None if isinstance(found, complex) else np.asarray(found, float)


def size_of(found: np.ndarray | None) -> int:
    """How many entries an array has; 1 where it is not known."""
    return 1 if found is None else found.size


def unchanged(tape: Tape, tensor: str, made: int, ran: int) -> dict[str, Any] | None:
    """The value of a tensor when the op was called; None if the node has read another."""
    value = tape.value[tensor].at(made)
    is_same = tape.value[tensor].at(ran) == value \
        or tape.version[tensor].at(ran) != tape.version[tensor].at(made)
    return value if ran <= made or is_same else None


def scope_of(tape: Tape, formula: dict[str, Any]) -> Scope:
    """What the names of a formula stand for when its node has run."""
    made = tape.events[formula["made"]]
    flows = [i for i, event in enumerate(tape.events) if event["kind"] == "flow"
             and event["node"] == formula["node"]]
    ran = flows[-1] if flows and formula["slot"] is not None else formula["made"]
    arrays: dict[str, np.ndarray | None] = {}
    slots = [one["slot"] for one in made["inputs"]]
    for nr, one in enumerate(made["inputs"]):
        tensor = one.get("tensor")
        if tensor is not None:
            found = array_of(unchanged(tape, tensor, formula["made"], ran))
        else:
            given = one.get("number")
            found = scalar_of(one["slot"] == "weight" if given is None else given)
        arrays[one["slot"]] = found
        arrays[f"{one['slot']}__{slots[:nr].count(one['slot'])}"] = found
    output = made["outputs"][0]
    arrays["result"] = array_of(unchanged(tape, output["tensor"], formula["made"] + 1, ran)
                                if formula["slot"] is not None else tape.whole(output["value"]))
    came = [array_of(tape.whole(value)) for value in formula["came"]]
    first = next((nr for nr, value in enumerate(formula["came"]) if value is not None), 0)
    arrays["grad"] = arrays["grads"] = came[first] if came else None
    arrays |= {f"grads__{nr}": found for nr, found in enumerate(came)}
    operands = [found for slot in slots if (found := arrays[slot]) is not None]
    rank = max(map(np.ndim, operands), default=0)
    dim = made["params"].get("dim")
    if made["params"].get("keepdim") is False and dim is not None:
        for name in ("result", "grad", "grads"):
            lost = [one % rank for one in (dim if isinstance(dim, list) else [dim])] if rank else []
            reduced = arrays[name]
            if reduced is not None and reduced.ndim == rank - len(lost):
                arrays[name] = np.expand_dims(reduced, tuple(lost))
    results = size_of(arrays["result"])
    entries = size_of(arrays[slots[0]]) if slots else results
    letters = {} if made["op"].endswith("backward") else {"N": entries / max(1, results)}
    return Scope(made["op"], made["params"], arrays, rank, letters)
