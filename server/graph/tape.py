"""Hold what a tape is made of: everything that can be a box, with what each was made of."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import itemgetter

from server.graph.history import History

# Names that all questions for a name may look at, and sources that results of untracked ops may
# have in all: an op of n inputs and n outputs has n * n. Only forged tapes come near either.
MOST_NAMES, MOST_SOURCES = 2_000_000, 500_000


@dataclass(frozen=True, slots=True)
class Source:
    """Something that a thing was made of.

    `box` is the id of the thing it came from, `kind` and `edge` are those of the run document, `nr`
    is the number of the output that it is, of a thing with several.
    """

    box: str
    kind: str
    slot: str | None = None
    edge: int | None = None
    nr: int | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """What can stand in a box: a tensor the user made, a recorded op, an untracked result.

    `made` is the index of its event, `tensors` what it shows (more than one for an op with several
    outputs), `saved` how many tensors its node keeps, `missing` how many sources are left out.
    """

    id: str
    kind: str  # "tensor", "op", "value" or "accumulate"
    made: int
    title: str
    tensors: tuple[str, ...]
    shape: tuple[int, ...]
    sources: tuple[Source, ...] = ()
    saved: int = 0
    # Which derivative it is a part of: 0, or one more than the node whose run made it.
    order: int = 0
    # The calls that were running, outermost first, each with its number; None for what no op made.
    scope: tuple[tuple[str, int], ...] | None = None
    line: int | None = None
    missing: int = 0
    # What all its outputs are drawn in, if there are several.
    shapes: tuple[tuple[int, ...], ...] = ()
    # The tensor whose memory its first tensor is a view of.
    view_of: str | None = None

    @property
    def in_module(self) -> bool:
        """Whether a module was running that made it."""
        return any(not label.endswith("()") for label, _ in self.scope or ())


@dataclass(slots=True)
class Tape:
    """All things of a run by id, and what changes about tensors along the way."""

    things: dict[str, Thing] = field(default_factory=dict)
    ordered: list[Thing] = field(default_factory=list)
    # Tensor -> its longest name so far; whether it requires grad.
    names: dict[str, History] = field(default_factory=dict)
    needs: dict[str, History] = field(default_factory=dict)
    # Where a tensor stands now: its own box, or that of the node that made it last; which output
    # of several it is there.
    home: dict[str, str] = field(default_factory=dict)
    number: dict[str, int] = field(default_factory=dict)
    base: dict[str, str] = field(default_factory=dict)
    # First event of each pass; event -> the nodes at which the backward that begins there starts.
    starts: list[int] = field(default_factory=list)
    begun: list[tuple[int, list[str]]] = field(default_factory=list)
    # Tensors that some op took as an input; results behind a detach or no_grad.
    used: set[str] = field(default_factory=set)
    cut: set[str] = field(default_factory=set)
    names_left: int = MOST_NAMES
    sources_left: int = MOST_SOURCES

    def pass_start(self, event: int) -> int:
        """The first event of the pass that `event` lies in."""
        return self.starts[bisect_right(self.starts, event) - 1]

    def roots_of(self, first: int, last: int) -> list[str]:
        """The nodes at which the backward calls begun in events `first..last` start."""
        low = bisect_left(self.begun, first, key=itemgetter(0))
        high = bisect_right(self.begun, last, key=itemgetter(0))
        return [node for _, nodes in self.begun[low:high] for node in nodes]

    def name(self, thing: Thing, at: int) -> str:
        """The longest name that the thing's tensors were bound to by event `at`, or ""."""
        tensors = thing.tensors
        self.names_left -= len(tensors)
        if self.names_left < 0:
            tensors = tensors[:1]
        names = [self.names[t].at(at, "") for t in tensors if t in self.names]
        return max(names, key=len, default="")

    def named_outputs(self, thing: Thing, at: int) -> set[int]:
        """The numbers of the outputs of a thing that have a name by event `at`."""
        named = {
            nr for nr, tensor in enumerate(thing.tensors)
            if tensor in self.names and self.names[tensor].at(at, "")
        }  # fmt: skip
        self.names_left -= len(thing.tensors)
        return named if self.names_left > 0 else set()

    def base_name(self, thing: Thing, at: int) -> str | None:
        """What the base of a view is called by event `at`, perhaps ""; None for what is no view."""
        if thing.view_of is None:
            return None
        names = self.names.get(thing.view_of)
        return names.at(at, "") if names else ""

    def requires_grad(self, tensor: str, at: int) -> bool:
        """Whether the tensor asks for a gradient after event `at`."""
        return tensor in self.needs and self.needs[tensor].at(at, False)
