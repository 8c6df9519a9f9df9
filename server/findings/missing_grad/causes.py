"""Find why the `.grad` of a tensor is None: the causes, told apart by what the tape knows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.findings.missing_grad.left_torch import left_before
from server.findings.missing_grad.cuts import Cut, cut_of
from server.findings.graph import leads_to, node_events, silent_on
from server.findings.missing_grad.lineage import lineage
from server.findings.names import has_gradient, line_text, names
from server.findings.reading import Call, Reading


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a `.grad` is None.

    `kind`: `no-backward`; `not-leaf` (`node` made it, and line `line` gave it the name of a leaf
    that it was made of); `asks-none` (for a `cut`, or line `line` set requires_grad to False);
    `not-reached` (from `root`; numbers may have left by `cut`); `under-way`; `failed` (on `line`);
    `left-out` (of the inputs of `api`); `cut`; `unsent` (`node` sent nothing on; it is of the
    program's Function `of`); `emptied` (on `line`); `returned` (by autograd.grad).
    """

    kind: str
    line: int | None = None
    cut: Cut | None = None
    node: str = ""
    root: str | None = None
    api: str = ""
    of: str | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What two causes share that are one in the code."""
        cut = None if self.cut is None else self.cut.place
        return self.kind, self.line, cut, self.node, self.root, self.api, self.of

    @property
    def place(self) -> int | None:
        """The line that had a part in it."""
        return self.cut.line if self.cut else self.line


def why_none(reading: Reading, tensor: str, at: int) -> Cause | None:
    """Return why the `.grad` of a tensor is None before event `at`; None if it is not."""
    if has_gradient(reading, tensor, at):
        return None
    asks, accumulate = lineage(reading).asks(tensor, at), lineage(reading).accumulate
    if asks and tensor not in accumulate:
        return cause_of_result(reading, tensor, at)
    if not asks:
        return cause_of_source(reading, tensor, at)
    last = [i for i in reading.grads.get(tensor, ()) if i < at]
    if last:
        return Cause("emptied", reading.events[last[-1]]["line"])
    calls = [call for call in reading.calls.values() if call.begin < at]
    if not calls:
        return Cause("no-backward")
    return Cause("returned") if was_returned(reading, tensor, at) \
        else cause_of_leaf(reading, tensor, at, calls)


def cause_of_result(reading: Reading, tensor: str, at: int) -> Cause:
    """A tensor that is no leaf keeps no gradient."""
    made = reading.made_by(tensor)
    node = "" if made is None or made["node"] is None else made["node"]["name"]
    return Cause("not-leaf", rebound_at(reading, tensor, at), node=node)


def rebound_at(reading: Reading, tensor: str, at: int) -> int | None:
    """Return the line that gave a result the name of a leaf that it was made of: `w = w - ...`."""
    name = names(reading).label(tensor, at)
    given = [i for i, each in names(reading).of.get(tensor, ()) if each == name and i < at]
    if name is None or not given:
        return None
    event = reading.events[given[-1]]
    made = reading.tensors[tensor].made
    origin = lineage(reading).ancestors(tensor, at)
    was = any(i < made and frame == event["frame"] and other in origin and other != tensor
              and lineage(reading).is_asking_leaf(other, made)
              for i, frame, other in names(reading).given[name] if other is not None)
    return event["line"] if was else None


def cause_of_source(reading: Reading, tensor: str, at: int) -> Cause:
    """A tensor that does not require grad: it was set so, cut off, or never asked."""
    sets = [event for i in reading.modes if i < at and (event := reading.events[i])["what"] in (
            "requires_grad_", "detach") and event["tensor"] == tensor]
    if sets and sets[-1]["what"] == "requires_grad_" and not sets[-1]["requires_grad"]:
        return Cause("asks-none", sets[-1]["line"])
    for source, link in lineage(reading).ancestors(tensor, at).items():
        if link is None or not lineage(reading).asks(source, at):
            continue
        # A detach() inside a call of the library, as of state_dict(), is not the program's.
        line = reading.events[link.at]["line"]
        if link.how != "detach" or "detach" in line_text(reading, line):
            return Cause("asks-none", cut=cut_of(reading, link))
    return Cause("asks-none")


def was_returned(reading: Reading, tensor: str, at: int) -> bool:
    """Return whether a call of `autograd.grad` has returned a gradient of a tensor."""
    return any(result["tensor"] == tensor and result["value"] is not None
               for call in reading.calls.values() if call.end is not None and call.end < at
               for result in reading.events[call.end]["results"])


def is_passed_by_grad(reading: Reading, tensor: str, at: int) -> bool:
    """Return whether `autograd.grad` went over a way to a leaf, for other inputs than it."""
    return any(begin["api"] == "grad" and begin["inputs"] is not None
               and tensor not in begin["inputs"] and leads_to(reading, call, tensor)
               for call in reading.calls.values() if call.begin < at
               for begin in [reading.events[call.begin]])


def cause_of_leaf(reading: Reading, tensor: str, at: int, calls: list[Call]) -> Cause | None:
    """A leaf that asks, and backward has run: no root leads here, or something is in the way.

    None if a way leads here, and the tape does not tell what was in the way.
    """
    fills = [call for call in reversed(calls) if reading.events[call.begin]["api"] == "backward"]
    is_led = False
    for call in fills:
        if leads_to(reading, call, tensor):
            is_led = True
            reached = cause_of_reached(reading, call, tensor, at) \
                or cause_of_silence(reading, call, tensor, at)
            if reached:
                return reached
            continue
        cut = cut_between(reading, call, tensor)
        if cut is not None:
            return Cause("cut", cut=cut)
    if is_led:
        return None
    asked = cause_of_asked(reading, tensor, at, calls)
    if asked:
        return asked
    if is_passed_by_grad(reading, tensor, at):
        return Cause("left-out", api="grad")
    root = reading.events[fills[0].begin]["roots"][-1]["tensor"] if fills else None
    left = None if root is None else left_before(reading, root, fills[0].begin, tensor)
    return Cause("not-reached", cut=left,
                 root=None if root is None else names(reading).label(root, at))


def cut_between(reading: Reading, call: Call, tensor: str) -> Cut | None:
    """Return the cut between a leaf and what a call began with, if its numbers got there."""
    for root in reading.events[call.begin]["roots"]:
        link = lineage(reading).ancestors(root["tensor"], call.begin).get(tensor)
        if link is not None:
            return cut_of(reading, link)
    return None


def cause_of_reached(reading: Reading, call: Call, tensor: str, at: int) -> Cause | None:
    """A call from whose roots a way without a cut leads to the leaf, and which gave it nothing."""
    begin = reading.events[call.begin]
    is_over = call.end is not None and call.end < at
    if not is_over and reading.events[-1]["kind"] != "fail":
        return Cause("under-way")
    if not is_over and at < len(reading.events) - 1:
        return Cause("under-way")
    if begin["inputs"] is not None and tensor not in begin["inputs"]:
        return Cause("left-out", api="backward")
    return Cause("failed", begin["line"]) if call.failed or not is_over else None


def cause_of_silence(reading: Reading, call: Call, tensor: str, at: int) -> Cause | None:
    """A call in which a node on the way to the leaf sent no gradient on."""
    is_done = call.end is not None and call.end < at and not call.failed
    silent = silent_on(reading, call, tensor) if is_done else None
    made = None if silent is None else node_events(reading).get(silent)
    if silent is None or made is None:
        return None
    op = reading.events[made]
    name = op["node"]["name"]
    is_own = name == f"{op['op']}Backward" and re.search(
        rf"\bclass\s+{re.escape(op['op'])}\b", reading.code) is not None
    beside = names(reading).label(op["outputs"][0]["tensor"], at) if op["outputs"] else None
    return Cause("unsent", node=name + (f" ({beside})" if beside else ""),
                 of=op["op"] if is_own else None)


def cause_of_asked(reading: Reading, tensor: str, at: int, calls: list[Call]) -> Cause | None:
    """Only `autograd.grad` went backward to a leaf: it was asked for it, and gave none."""
    for call in reversed(calls):
        begin = reading.events[call.begin]
        if begin["api"] == "grad" and tensor in (begin["inputs"] or ()) \
                and leads_to(reading, call, tensor):
            return cause_of_silence(reading, call, tensor, at) or Cause("returned")
    return None
