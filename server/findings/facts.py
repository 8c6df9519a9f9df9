"""Read from a run what is compared with another run: its end, findings, gradients, prints."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from server.document.finding import Finding
from server.document.printed_text import printed_text
from server.findings.reading import Event, Reading

# A value of so many entries is written out; a larger one has only a norm.
MOST_ENTRIES = 4
# So much of what a program prints is kept, in lines and in characters of each.
MOST_LINES, MOST_CHARACTERS = 2000, 200


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as it is said: its entries if they are few, its norm; `digest` tells two apart."""

    text: str | None
    norm: str | None
    digest: str


@dataclass(frozen=True, slots=True)
class Gradient:
    """The last `.grad` of a tensor, and what the program calls that, the best name first.

    It may have been emptied after that.
    """

    names: tuple[str, ...]
    shown: Shown
    is_emptied: bool


@dataclass(frozen=True, slots=True)
class Brief:
    """Of a finding, what another run is searched for."""

    kind: str
    severity: str
    line: int | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a run did, as far as two runs are compared."""

    code: str
    ended: str
    status: int | None
    is_full: bool
    findings: tuple[Brief, ...]
    loss: tuple[str, Shown] | None
    gradients: tuple[Gradient, ...]
    printed: tuple[str, ...]
    # Of all that it printed, also of what is not kept.
    digest: str


def brief(finding: Finding) -> Brief:
    """Return what another run is searched for."""
    return Brief(finding.kind, finding.severity, finding.line, finding.names)


def facts_of(
    code: str, events: list[Event], ended: str, status: int | None, findings: Sequence[Finding]
) -> Facts:
    """Return what a run did, which ended with the kind and the status of its outcome."""
    reading = Reading(code, events)
    values = Values(events)
    is_full = any(event["kind"] == "full" for event in events[-MOST_LINES:])
    return Facts(code, ended, status, is_full, tuple(map(brief, findings)),
                 loss_of(reading, values), gradients_of(reading, values), *printed_by(events))


def brief_of(told: dict[str, Any]) -> Brief:
    """Return what `asdict` made of a brief, after its way through JSON."""
    return Brief(**told | {"names": tuple(told["names"])})


def from_json(told: dict[str, Any]) -> Facts:
    """Return what `asdict` made of facts, after its way through JSON."""
    found = tuple(map(brief_of, told["findings"]))
    loss = told["loss"] and (told["loss"][0], Shown(**told["loss"][1]))
    gradients = tuple(Gradient(tuple(each["names"]), Shown(**each["shown"]), each["is_emptied"])
                      for each in told["gradients"])
    return Facts(**told | {"findings": found, "loss": loss, "gradients": gradients,
                           "printed": tuple(told["printed"])})


class Values:
    """The values of a tape, of which one that travels again is only named."""

    def __init__(self, events: list[Event]):
        self._known: dict[int, Event] = {}
        for event in events:
            self._keep(event)

    def _keep(self, part: Any) -> None:
        if isinstance(part, list):
            for each in part:
                self._keep(each)
        elif isinstance(part, dict):
            if "id" in part and "shape" in part:
                self._known[part["id"]] = part
            for each in part.values():
                if isinstance(each, (dict, list)):
                    self._keep(each)

    def whole(self, value: Event | None) -> Event | None:
        """Return a value with its numbers; None where they are not known."""
        if value is not None and "same" in value:
            return self._known.get(value["same"])
        return value

    def shown(self, value: Event | None) -> Shown | None:
        """Return a value as it is said; None where it is not known."""
        value = self.whole(value)
        if value is None:
            return None
        data, stats = value.get("data"), value.get("stats")
        mark = json.dumps([value["shape"], data, stats], sort_keys=True)
        digest = digest_of(mark)
        is_small = data is not None and len(data) <= MOST_ENTRIES
        text = written(data, value["shape"]) if is_small else None
        norm = norm_of(value)
        if text is None and norm is None:
            return None
        return Shown(text, None if norm is None else number(norm), digest)


def norm_of(value: Event) -> float | None:
    """Return the Euclidean norm of a value; None of a complex one, or one without numbers."""
    if "data" in value:
        try:
            return math.sqrt(math.fsum(float(entry) ** 2 for entry in value["data"]))
        except (TypeError, ValueError, OverflowError):
            return None
    stats, size = value["stats"], math.prod(value["shape"])
    if not isinstance(stats["std"], (int, float)):
        return None
    if stats["nans"] or stats["infs"]:
        return math.nan if stats["nans"] else math.inf
    return math.sqrt(size * (stats["std"] ** 2 + stats["mean"] ** 2))


def written(data: list[Any], shape: list[int]) -> str:
    """Return the entries of a small value, in a list for each axis."""
    if not shape:
        return number(data[0]) if data else "[]"
    size = len(data) // shape[0] if shape[0] else 0
    rows = [data[i * size : (i + 1) * size] for i in range(shape[0])]
    return f"[{', '.join(written(row, shape[1:]) for row in rows)}]"


def number(entry: Any) -> str:
    """Return an entry in four digits, a whole float with its `.0`."""
    if isinstance(entry, list):
        return f"({', '.join(map(number, entry))})"
    if not isinstance(entry, float):
        return str(entry)
    text = f"{entry:.4g}"
    return text if any(sign in text for sign in ".en") else f"{text}.0"


def loss_of(reading: Reading, values: Values) -> tuple[str, Shown] | None:
    """Return the name and the value of what the last backward began at, if that is a number."""
    last = next((call for call in reversed(reading.calls.values())), None)
    roots: list[Event] = [] if last is None else reading.events[last.begin]["roots"]
    if len(roots) != 1 or roots[0]["tensor"] not in reading.tensors:
        return None
    tensor = reading.tensors[roots[0]["tensor"]]
    name, shown = reading.name(tensor.id), values.shown(tensor.value)
    if name is None or shown is None or math.prod(tensor.value["shape"]) != 1:
        return None
    return name, shown


def gradients_of(reading: Reading, values: Values) -> tuple[Gradient, ...]:
    """Return the last `.grad` of each tensor that the program has a name for."""
    wanted = dict.fromkeys([
        *(each.id for each in reading.tensors.values() if is_asking(reading, each.made)),
        *reading.grads])
    names = names_of(reading, wanted)
    found: list[Gradient] = []
    for tensor in wanted:
        grads = [reading.events[i] for i in reading.grads.get(tensor, ())]
        filled = [event["after"] for event in grads
                  if event["by"] != "zero_grad" and event["after"] is not None]
        shown = values.shown(filled[-1]) if filled else Shown("None", None, "")
        is_emptied = bool(filled) and filled[-1] is not grads[-1]["after"]
        if names[tensor] and shown is not None:
            found.append(Gradient(tuple(names[tensor]), shown, is_emptied))
    return tuple(found)


def names_of(reading: Reading, tensors: Iterable[str]) -> dict[str, list[str]]:
    """Return all names that the module has for tensors, the one that is shown first."""
    found: dict[str, list[str]] = {}
    for tensor in tensors:
        name = reading.name(tensor)
        found[tensor] = [] if name is None or name.startswith("self.") else [name]
    for event in reading.events:
        if event["kind"] == "name" and event["frame"] == 0 and event["tensor"] in found:
            known, name = found[event["tensor"]], event["name"]
            if name not in known:
                known.append(name)
    return found


def is_asking(reading: Reading, made: int) -> bool:
    """Whether the event that made a tensor made a leaf that requires grad."""
    event = reading.events[made]
    return event["kind"] == "leaf" and event["requires_grad"]


def printed_by(events: list[Event]) -> tuple[tuple[str, ...], str]:
    """Return the lines that a program printed, warnings left out, and a digest of all of them."""
    text = printed_text(events)
    lines = text.removesuffix("\n").split("\n") if text else []
    return (tuple(line[:MOST_CHARACTERS] for line in lines[:MOST_LINES]), digest_of(text))


def digest_of(text: str) -> str:
    """Return a few digits by which texts are told apart."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
