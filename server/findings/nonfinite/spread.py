"""Follow NaN or infinities from where they come into a run to where they leave it."""

from __future__ import annotations

from dataclasses import dataclass, field

from server.document.finding import Moment
from server.findings.reading import Event, Reading
from server.findings.values import ODD, is_odd, worst

# Ops that put a finite number in the place of one that is not, or leave it out.
HEALING = frozenset("""
    where where_scalar nan_to_num clamp clamp_min clamp_max clip masked_fill masked_fill_ relu
    nan_to_num_ clamp_ softmax exp sigmoid tanh minimum maximum fmin fmax nansum nanmean
    masked_select
""".split())

# Moments that are told of a chain.
MOST_MOMENTS = 48


@dataclass(slots=True)
class Step:
    """What became of numbers that are not finite: `birth`, `propagated` or `healed`, and where."""

    at: int
    what: str
    tensor: str | None


@dataclass(slots=True)
class Chain:
    """A place where numbers that are not finite were born, and all that came of them."""

    at: int
    odd: str
    line: int | None
    tensor: str | None
    node: str | None
    # The program brought it in: a leaf, a number.
    is_given: bool
    is_backward: bool
    # The event at which a derivative first made such a number of a gradient that was finite.
    turn: int | None = None
    births: int = 1
    steps: list[Step] = field(default_factory=list)
    # The first event at which a loss, a gradient or a parameter got some, by what and tensor.
    hits: dict[tuple[str, str], int] = field(default_factory=dict)
    # The backward calls that began from such numbers, or had them among their gradients.
    calls: set[int] = field(default_factory=set)


class Spread:
    """All that is not finite in a run, by where it was born. Empty for most runs."""

    def __init__(self, reading: Reading):
        self.reading = reading
        self.chains: list[Chain] = []
        # What is not finite now: tensors, gradients, and what came to a node.
        self._tensors: dict[str, Chain] = {}
        self._grads: dict[str, Chain] = {}
        self._came: dict[str, Chain] = {}
        self._running: dict[str, Chain | None] = {}
        self._of_node: dict[str, Chain] = {}
        self._during: dict[str, Chain] = {}
        self._latest: Chain | None = None
        self._call = 0
        self._places: dict[tuple[int | None, str, bool], Chain] = {}
        self._stepped: set[str] = set()
        self._nodes: dict[str, Event] = {}
        if reading.odd:
            self._follow(reading.odd[0], set(reading.odd))

    def _follow(self, first: int, odd: set[int]) -> None:
        """Go through the events from the first that is not finite on."""
        readers = {name.removeprefix("_on_"): getattr(self, name)
                   for name in dir(self) if name.startswith("_on_")}
        for i in range(first, len(self.reading.events)):
            event = self.reading.events[i]
            reader = readers.get(event["kind"])
            if reader is not None:
                reader(i, event, i in odd)

    def _odd(self, value: Event | None) -> bool:
        return is_odd(value, self.reading.odd_values)

    def _born(self, i: int, event: Event, odd: str, tensor: str | None, node: str | None,
              given: bool = False) -> Chain:
        """Return the chain of a birth: a new one, or the one that was born at the same place."""
        is_backward = event["kind"] in ("flow", "run")
        line = event["line"] if "line" in event else self._line_of(node)
        what = event.get("op") or event["kind"]
        if event["kind"] == "flow" and node in self._nodes:
            what = self._nodes[node]["op"]
        key = (line, what, is_backward)
        chain = self._places.get(key)
        if chain is None or chain.is_given != given:
            chain = Chain(i, odd, line, tensor, node, given, is_backward)
            self._places[key] = chain
            self.chains.append(chain)
        else:
            chain.births += 1
        chain.steps.append(Step(i, "birth", tensor))
        return chain

    def _line_of(self, node: str | None) -> int | None:
        made = self.node(node)
        return None if made is None else made["line"]

    def node(self, node: str | None) -> Event | None:
        """Return the op that made a node; None of an AccumulateGrad."""
        if not self._nodes:
            self._nodes = {event["node"]["id"]: event for event in self.reading.events
                           if event["kind"] == "op" and event["node"] is not None}
        return self._nodes.get(node or "")

    def _goes_on(self, i: int, chain: Chain, tensor: str | None) -> Chain:
        chain.steps.append(Step(i, "propagated", tensor))
        return chain

    def _heals(self, i: int, chain: Chain, tensor: str | None) -> None:
        chain.steps.append(Step(i, "healed", tensor))

    # -- forward --------------------------------------------------------------------------------

    def _on_leaf(self, i: int, event: Event, odd: bool) -> None:
        if odd and event["grad_of"] is None:
            found = worst(event["value"]) if "same" not in event["value"] else "inf"
            self._tensors[event["tensor"]] = self._born(
                i, event, found or "inf", event["tensor"], None, given=True)
        elif odd and event["grad_of"] in self._grads:
            self._tensors[event["tensor"]] = self._grads[event["grad_of"]]

    def _on_mode(self, i: int, event: Event, odd: bool) -> None:
        chain = self._tensors.get(event.get("of", ""))
        if event["what"] == "detach" and chain is not None:
            self._tensors[event["tensor"]] = chain

    def _on_op(self, i: int, event: Event, odd: bool) -> None:
        came = [self._tensors[x["tensor"]] for x in event["inputs"]
                if x.get("tensor") in self._tensors]
        if not odd and not came:
            return
        chain = came[0] if came else None
        node = event["node"]["id"] if event["node"] is not None else None
        for out in event["outputs"]:
            tensor = out["tensor"]
            if not self._odd(out["value"]):
                self._is_sound(i, event, out, chain)
                continue
            chain = self._next(i, event, out, came, node)
            self._tensors[tensor] = chain
            if event["during"] is not None:
                self._during[event["during"]] = chain
        made = [*came, *(self._tensors.get(out["tensor"]) for out in event["outputs"])]
        found = [each for each in made if each is not None]
        if node is not None and found:
            self._of_node[node] = min(found, key=lambda each: each.is_given)

    def _is_sound(self, i: int, event: Event, out: Event, chain: Chain | None) -> None:
        """A result is finite: it took the place of what was not, or leaves it out."""
        is_float = "float" in out["value"]["dtype"]
        if out["tensor"] in self._tensors:
            self._heals(i, self._tensors.pop(out["tensor"]), out["tensor"])
        elif chain is not None and is_float and event["op"] in HEALING:
            self._heals(i, chain, out["tensor"])

    def _next(self, i: int, event: Event, out: Event, came: list[Chain], node: str | None
              ) -> Chain:
        """Return the chain of a result that is not finite, of the chains that went in."""
        found = worst(out["value"]) if "same" not in out["value"] else "inf"
        numbers = [x.get("number") for x in event["inputs"]] + list(event["params"].values())
        is_told = any(isinstance(x, str) and x in ODD for x in numbers)
        born = next((chain for chain in came if not chain.is_given), None)
        if born is not None:
            return self._goes_on(i, born, out["tensor"])
        if came and (found != "nan" or any(chain.odd == "nan" for chain in came)):
            return self._goes_on(i, came[0], out["tensor"])
        is_given = is_told and found != "nan"
        return self._born(i, event, found or "inf", out["tensor"], node, is_given)

    def _on_write(self, i: int, event: Event, odd: bool) -> None:
        tensor = event["tensor"]
        is_step = event["by"] == "step"
        if is_step:
            self._stepped.add(tensor)
        if not odd:
            if tensor in self._tensors:
                self._heals(i, self._tensors.pop(tensor), tensor)
            return
        chain = self._tensors.get(tensor) or (self._grads.get(tensor) if is_step else None)
        if chain is None:
            found = worst(event["value"]) if "same" not in event["value"] else "inf"
            chain = self._born(i, event, found or "inf", tensor, None, given=not is_step)
        elif is_step:
            self._goes_on(i, chain, tensor)
        self._tensors[tensor] = chain
        if is_step:
            chain.hits.setdefault(("parameter", tensor), i)

    # -- backward -------------------------------------------------------------------------------

    def _on_backward(self, i: int, event: Event, odd: bool) -> None:
        self._call = event["call"]
        for root in event.get("roots", ()):
            chain = self._tensors.get(root["tensor"])
            if chain is not None:
                chain.hits.setdefault(("loss", root["tensor"]), i)
                chain.calls.add(event["call"])
        for result in event.get("results", ()):
            if self._odd(result["value"]) and self._latest is not None:
                self._latest.hits.setdefault(("gradient", result["tensor"]), i)

    def _on_run(self, i: int, event: Event, odd: bool) -> None:
        self._running[event["node"]] = self._came.pop(event["node"], None)

    def _on_flow(self, i: int, event: Event, odd: bool) -> None:
        node = event["node"]
        chain = self._running.get(node)
        if not self._odd(event["value"]):
            if chain is not None:
                self._heals(i, chain, None)
            if not odd or event["to"] in self._came:
                return
        chain = chain or self._during.get(node) or self._of_node.get(node)
        if chain is None:
            value = event["value"] if self._odd(event["value"]) else event["sum"]
            found = worst(value) if "same" not in value else "inf"
            chain = self._born(i, event, found or "inf", None, node)
        else:
            self._goes_on(i, chain, None)
        chain.calls.add(self._call)
        if self._running.get(node) is None and chain.turn is None:
            chain.turn = i
        self._latest = self._came[event["to"]] = chain

    def _on_grad(self, i: int, event: Event, odd: bool) -> None:
        tensor = event["tensor"]
        if odd:
            chain = self._running.get(event["node"] or "") or self._grads.get(tensor) \
                or self._latest
            if chain is None:
                chain = self._born(i, event, "inf", tensor, None, given=True)
            self._grads[tensor] = self._goes_on(i, chain, tensor)
            self._stepped.discard(tensor)
            if event["by"] in ("accumulate", "retain_grad"):
                chain.hits.setdefault(("gradient", tensor), i)
        elif tensor in self._grads:
            chain = self._grads.pop(tensor)
            if tensor not in self._stepped:
                self._heals(i, chain, tensor)


def moments_of(reading: Reading, chain: Chain) -> tuple[Moment, ...]:
    """Return what became of the numbers: what follows of one sort in one direction is one moment.

    Of too many the last goes on to the end.
    """
    found: list[Moment] = []
    directions: list[bool] = []
    for step in chain.steps:
        is_back = reading.events[step.at]["kind"] in ("flow", "grad")
        same = found and step.what == "propagated" == found[-1].what and is_back == directions[-1]
        if same or len(found) == MOST_MOMENTS:
            found[-1] = Moment(found[-1].at, step.at, found[-1].what, found[-1].tensor)
        else:
            found.append(Moment(step.at, step.at, step.what, step.tensor))
            directions.append(is_back)
    return tuple(found)
