"""Read a run once, for all diagnoses: its tensors, calls, optimizers, gradients."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeVar

from server.findings.program import Program
from server.findings.values import is_odd

Event = dict[str, Any]
T = TypeVar("T")


@dataclass(slots=True)
class Tensor:
    """A tensor of the run: the event that made it, and what that says of it."""

    id: str
    made: int
    line: int | None
    value: dict[str, Any]
    is_parameter: bool = False
    # The tensor whose `.grad` it is.
    grad_of: str | None = None


@dataclass(slots=True)
class Call:
    """A backward call: its first and last event (None: it never ended), and what it filled."""

    number: int
    begin: int
    line: int | None
    end: int | None = None
    failed: bool = False
    # The leaves to whose .grad it added, with the event of the first addition.
    filled: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class LibraryCall:
    """A call of the library that is one step: `SGD.step`, `clip_grad_norm_`."""

    name: str
    begin: int
    line: int | None
    optimizer: int | None

    @property
    def method(self) -> str:
        """The last part of its name."""
        return self.name.rpartition(".")[2]


@dataclass(slots=True)
class Optimizer:
    """An optimizer, the event and line that made it, and all parameters that it ever held."""

    number: int
    name: str
    made: int
    line: int | None
    held: set[str] = field(default_factory=set)


class Reading:
    """A run by what diagnoses ask for. Events are looked at once, in their order."""

    def __init__(self, code: str, events: list[Event]):
        self.code = code
        self.lines = code.split("\n")
        self.events = events
        self.tensors: dict[str, Tensor] = {}
        # The op that made a tensor, or wrote it last, by its event.
        self.maker: dict[str, int] = {}
        self.ops: dict[str, list[int]] = defaultdict(list)
        self.calls: dict[int, Call] = {}
        self.library: list[LibraryCall] = []
        self.optimizers: dict[int, Optimizer] = {}
        # The events that change the .grad of a tensor.
        self.grads: dict[str, list[int]] = defaultdict(list)
        self.writes: dict[str, list[int]] = defaultdict(list)
        # The events with a number that is not finite, and the ids of such values.
        self.odd: list[int] = []
        self.odd_values: set[int] = set()
        # Values that may come again, by their ids.
        self._kept: dict[int, Event] = {}
        self.flows: list[int] = []
        # The tensors that are no results, in the order in which they are met.
        self.leaves: list[str] = []
        self.prints: list[int] = []
        # What switches grad mode, detaches, converts, or sets requires_grad.
        self.modes: list[int] = []
        # What changes in place what a container holds.
        self.containers: list[int] = []
        self._names: dict[str, str] = {}
        self._made: dict[Callable[[Reading], Any], Any] = {}
        readers = {name.removeprefix("_read_"): getattr(self, name)
                   for name in dir(self) if name.startswith("_read_")}
        for i, event in enumerate(events):
            reader = readers.get(event["kind"])
            if reader is not None:
                reader(i, event)

    def _read_leaf(self, i: int, event: Event) -> None:
        tensor = event["tensor"]
        self._look(i, event["value"])
        self.leaves.append(tensor)
        self.tensors[tensor] = Tensor(tensor, i, event["line"], event["value"],
                                      event["parameter"], event["grad_of"])

    def _read_op(self, i: int, event: Event) -> None:
        self.ops[event["op"]].append(i)
        for out in event["outputs"]:
            tensor = out["tensor"]
            self._look(i, out["value"])
            self.maker[tensor] = i
            if tensor not in self.tensors:
                self.tensors[tensor] = Tensor(tensor, i, event["line"], out["value"])

    def _read_name(self, i: int, event: Event) -> None:
        tensor, name = event["tensor"], event["name"]
        known = self._names.get(tensor)
        if known is None or rank(name, event["frame"]) > rank(known, 0 if "." in known else 1):
            self._names[tensor] = name

    def _read_print(self, i: int, event: Event) -> None:
        self.prints.append(i)

    def _read_mode(self, i: int, event: Event) -> None:
        self.modes.append(i)
        if event["what"] == "detach" and event["tensor"] not in self.tensors:
            of = self.tensors.get(event["of"])
            if of is not None:  # no other event tells where it comes from
                self.tensors[event["tensor"]] = Tensor(event["tensor"], i, event["line"], of.value)

    def _read_value(self, i: int, event: Event) -> None:
        if "tensors" in event:
            self.containers.append(i)

    def _read_write(self, i: int, event: Event) -> None:
        self._look(i, event["value"])
        self.writes[event["tensor"]].append(i)

    def _read_flow(self, i: int, event: Event) -> None:
        value = event["value"]
        if "id" in value:
            self._kept[value["id"]] = value
        # The sum of what came to a node is as bad as its parts.
        self._look(i, event["sum"])
        self.flows.append(i)

    def _read_grad(self, i: int, event: Event) -> None:
        self._look(i, event["after"])
        self.grads[event["tensor"]].append(i)
        call = self.calls.get(event["call"])
        if call is not None and event["by"] == "accumulate":
            call.filled.setdefault(event["tensor"], i)

    def _read_backward(self, i: int, event: Event) -> None:
        if event["phase"] == "begin":
            self.calls[event["call"]] = Call(event["call"], i, event["line"])
            for root in event["roots"]:
                self._look(i, root["seed"])
        elif event["call"] in self.calls:
            call = self.calls[event["call"]]
            call.end, call.failed = i, event["failed"]
            for result in event["results"]:
                self._look(i, result["value"])

    def _read_enter(self, i: int, event: Event) -> None:
        if event["of"] == "library":
            self.library.append(
                LibraryCall(event["name"], i, event["line"], event.get("optimizer")))

    def _read_optimizer(self, i: int, event: Event) -> None:
        number = event["optimizer"]
        if number not in self.optimizers:
            self.optimizers[number] = Optimizer(number, event["name"], i, event["line"])
        held = self.optimizers[number].held
        for group in event["groups"]:
            held.update(group["params"])

    @cached_property
    def program(self) -> Program:
        """The code as a syntax tree."""
        return Program(self.code)

    def _look(self, i: int, value: Event | None) -> None:
        """Note an event with a number that is not finite, and a value that may come again."""
        if value is None:
            return
        if "id" in value:
            self._kept[value["id"]] = value
        if is_odd(value, self.odd_values):
            self.odd.append(i)
            if "id" in value:
                self.odd_values.add(value["id"])

    def whole(self, value: Event | None) -> Event | None:
        """Return a value, or the earlier one that it repeats; None if it is not known."""
        if value is None or "same" in value:
            return None if value is None else self._kept.get(value["same"])
        return value

    def once(self, make: Callable[[Reading], T]) -> T:
        """Return what `make` reads of this run, which is read only once for all diagnoses."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]

    def name(self, tensor: str) -> str | None:
        """Return what the program calls a tensor; None if it has no name."""
        return self._names.get(tensor)

    def named(self, tensors: Iterable[str]) -> tuple[str, ...]:
        """Return the names of those tensors that have one, each once."""
        names = (self._names.get(tensor) for tensor in tensors)
        return tuple(dict.fromkeys(name for name in names if name is not None))

    def made_by(self, tensor: str) -> Event | None:
        """Return the op that made a tensor, or wrote it last; None for a leaf."""
        at = self.maker.get(tensor)
        return None if at is None else self.events[at]

    def source(self, event: Event, slot: str) -> str | None:
        """Return the tensor that an op was given for a slot; None if it was given none."""
        return next((x.get("tensor") for x in event["inputs"] if x["slot"] == slot), None)

    def steps(self) -> list[LibraryCall]:
        """Return the calls of `step` of the optimizers."""
        return [call for call in self.library if call.method == "step"]


def rank(name: str, frame: int) -> tuple[bool, bool, int]:
    """Return how good a name is: of the module, not of `self`, longer."""
    return frame == 0, not name.startswith("self."), len(name)


def shared(make: Callable[[Reading], T]) -> Callable[[Reading], T]:
    """Decorate what is made of a reading, so that all diagnoses share what was made first."""
    @wraps(make)
    def made(reading: Reading) -> T:
        return reading.once(make)

    return made
