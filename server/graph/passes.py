"""Slices a tape into passes: stretches with one backward each, small enough to draw."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import itemgetter
from typing import Any, NamedTuple

from server.graph.evaluation import cuts, evaluations

# After one of these the program is still busy with the backward that was, not with what comes next.
AFTERMATH = frozenset({"backward", "run", "flow", "hook", "grad", "free", "write", "mode"})


class Span(NamedTuple):
    """Events `first..last`, both included, and the number of the backward call among them."""

    first: int
    last: int
    call: int | None


def spans(events: list[dict[str, Any]]) -> list[Span]:
    """Cut the events into spans that cover all of them, in order, without overlap; at least one.

    A span ends where something is prepared for the next tracked op after its backward, or at the
    next backward if nothing is recorded before that. A backward inside a backward (called by a
    hook) does not cut. An evaluation before or after all of that is a span of its own.
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
    whole = [Span(*each, numbers.get(each[0])) for each in zip(starts, ends, strict=True)]
    return apart(events, whole, calls)


def apart(
    events: list[dict[str, Any]], whole: list[Span], calls: list[tuple[int, int]]
) -> list[Span]:
    """The spans, each without the evaluations before and after what it records and its backward."""
    blocks = evaluations(events)
    if not blocks:
        return whole
    recorded = [i for i, event in enumerate(events) if is_tracked(event)]
    found: list[Span] = []
    for span in whole:
        own = within(blocks, span.first, span.last)
        kept = [i for ends in within(calls, span.first, span.last) for i in ends]
        low, high = bisect_left(recorded, span.first), bisect_right(recorded, span.last)
        if low < high:
            kept += [recorded[low], recorded[high - 1]]
        found += parted(events, span, own, kept)
    return found


def within(ranges: list[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """Those of some sorted ranges that begin between two events."""
    low = bisect_left(ranges, first, key=itemgetter(0))
    return ranges[low : bisect_right(ranges, last, key=itemgetter(0))]


def parted(
    events: list[dict[str, Any]], span: Span, blocks: list[tuple[int, int]], kept: list[int]
) -> list[Span]:
    """A span and the evaluations `blocks` before and after the events `kept`, in order."""
    first, last = (min(kept), max(kept)) if kept else (span.last + 1, span.last + 1)
    before = [block for block in blocks if block[1] < first]
    after = [block for block in blocks if block[0] > last]
    starts: dict[int, int | None] = {span.first: None if before else span.call}
    if before:
        starts |= dict.fromkeys(cuts(events, before[0][0], before[-1][1]))
    if before and kept:
        starts[preparation(events, before[-1][1] + 1, first, span.last + 1)] = span.call
    if after:
        begin, end = after[0][0], after[-1][1]
        begin = disabling(events, last + 1, begin)
        starts[preparation(events, last + 1, begin, end + 1)] = None
        starts |= dict.fromkeys(cuts(events, after[0][0], end))
    ends = [start - 1 for start in starts][1:] + [span.last]
    return [Span(*each) for each in zip(starts, ends, starts.values(), strict=True)]


def disabling(events: list[dict[str, Any]], after: int, first: int) -> int:
    """The event in `after..first` that turned gradients off for the op `first`, or that op."""
    for i in range(first - 1, after - 1, -1):
        if events[i]["kind"] == "mode" and events[i]["what"] == "grad_mode":
            return i
    return first


def outermost_calls(events: list[dict[str, Any]]) -> list[tuple[int, int]]:
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


def next_start(events: list[dict[str, Any]], after: int, following: int | None) -> int | None:
    """Where the span after a backward begins; None when nothing more is recorded.

    `after` is the first event behind that backward, `following` the begin of the next one.
    """
    stop = len(events) if following is None else following
    for i in range(after, stop):
        if is_tracked(events[i]) and events[i]["during"] is None:
            return preparation(events, after, i, stop)
    return following


def preparation(events: list[dict[str, Any]], after: int, tracked: int, stop: int) -> int:
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


def is_tracked(event: dict[str, Any]) -> bool:
    """Whether the event is an op that was put on the tape."""
    return event["kind"] == "op" and event["node"] is not None
