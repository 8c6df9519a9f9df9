"""Slices a tape into passes: stretches with one backward each, small enough to draw."""

from __future__ import annotations

from typing import NamedTuple

# After one of these the program is still busy with the backward that was, not with what comes next.
AFTERMATH = frozenset({"backward", "run", "flow", "hook", "grad", "free", "write", "mode"})


class Span(NamedTuple):
    """Events `first..last`, both included, and the number of the backward call among them."""

    first: int
    last: int
    call: int | None


def spans(events: list[dict]) -> list[Span]:
    """Cut the events into spans that cover all of them, in order, without overlap; at least one.

    A span ends where something is prepared for the next tracked op after its backward, or at the
    next backward if nothing is recorded before that. A backward inside a backward (called by a
    hook) does not cut.
    """
    calls = outermost_calls(events)
    starts = [0]
    numbers = {}
    for index, (begin, end) in enumerate(calls):
        numbers[starts[-1]] = events[begin]["call"]
        following = calls[index + 1][0] if index + 1 < len(calls) else None
        start = next_start(events, end + 1, following)
        if start is not None:
            starts.append(start)
    ends = [start - 1 for start in starts[1:]] + [len(events) - 1]
    return [Span(first, last, numbers.get(first)) for first, last in zip(starts, ends, strict=True)]


def outermost_calls(events: list[dict]) -> list[tuple[int, int]]:
    """`(begin, end)` of each backward that runs inside no other; a failed one ends as it begins."""
    marks = [(i, event) for i, event in enumerate(events) if event["kind"] == "backward"]
    # By text: a run chooses its numbers, and could choose such that a dict takes quadratic time.
    ends = {str(event["call"]): i for i, event in marks if event["phase"] == "end"}
    calls: list[tuple[int, int]] = []
    for i, event in marks:
        if event["phase"] == "begin" and not (calls and i < calls[-1][1]):
            # In a forged tape an end may come before its begin.
            calls.append((i, max(i, ends.get(str(event["call"]), i))))
    return calls


def next_start(events: list[dict], after: int, following: int | None) -> int | None:
    """Where the span after a backward begins; None when nothing more is recorded.

    `after` is the first event behind that backward, `following` the begin of the next one.
    """
    stop = len(events) if following is None else following
    for i in range(after, stop):
        if is_tracked(events[i]) and events[i]["during"] is None:
            return preparation(events, after, i, stop)
    return following


def preparation(events: list[dict], after: int, tracked: int, stop: int) -> int:
    """The earliest event in `after..tracked` that makes what the ops from `tracked` on use.

    Nothing before the last sign of the old backward's aftermath (an update, a zeroing) counts.
    """
    wanted = {
        x["tensor"]
        for event in events[tracked:stop]
        if event["kind"] == "op"
        for x in event["inputs"]
        if "tensor" in x
    }
    start = tracked
    for i in range(tracked - 1, after - 1, -1):
        event = events[i]
        if event["kind"] in AFTERMATH:
            break
        if event["kind"] == "leaf" and event["tensor"] in wanted:
            start = i
        if event["kind"] == "op" and any(out["tensor"] in wanted for out in event["outputs"]):
            wanted.update(x["tensor"] for x in event["inputs"] if "tensor" in x)
            start = i
    return start


def is_tracked(event: dict) -> bool:
    """Whether the event is an op that was put on the tape."""
    return event["kind"] == "op" and event["node"] is not None
