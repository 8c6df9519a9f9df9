"""`stale-gradient` of a gradient that the program reads: a part of it was read before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.kinds.unused_gradient import is_emptied
from server.findings.reading import Call, Reading


@dataclass(frozen=True)
class Twice:
    """Two backward calls in a row that filled a gradient, which was read after each of them."""

    tensor: str
    first: Call
    second: Call
    # The events that read it, and the one that emptied other gradients in between.
    read: int
    again: int
    emptied: int


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each leaf whose gradient is read, filled further, and read again.

    Other gradients were emptied in between, so this one was to be, too; to read a gradient while
    it is accumulated is else often meant. What is updated is told by `stale_gradient`.
    """
    gradients: dict[str, set[str]] = defaultdict(set)
    for tensor in reading.tensors.values():
        if tensor.grad_of is not None and len(reading.grads.get(tensor.grad_of, ())) > 1:
            gradients[tensor.grad_of].add(tensor.id)
    for leaf, own in gradients.items():
        if leaf not in reading.writes:
            twice = twice_read(reading, leaf, own)
            if twice is not None:
                yield told(reading, twice)


def twice_read(reading: Reading, leaf: str, own: set[str]) -> Twice | None:
    """Return the first time that a gradient is read again."""
    events = reading.grads[leaf]
    for at, following in zip(events, events[1:], strict=False):
        filled, more = reading.events[at], reading.events[following]
        if filled["by"] != "accumulate" or more["by"] != "accumulate":
            continue
        first, second = reading.calls[filled["call"]], reading.calls[more["call"]]
        if first.end is None or second.end is None or first.number == second.number:
            continue
        rest = events[events.index(following) + 1 :]
        until = rest[0] if rest else len(reading.events)
        read = reads(reading, own, first.end, second.begin)
        again = reads(reading, own, second.end, until)
        emptied = next((i for i in range(first.end, second.begin)
                        if reading.events[i]["kind"] == "grad"
                        and reading.events[i]["by"] == "zero_grad"
                        and is_emptied(reading.events[i])), None)
        if read is not None and again is not None and emptied is not None:
            return Twice(leaf, first, second, read, again, emptied)
    return None


def reads(reading: Reading, own: set[str], first: int, end: int) -> int | None:
    """Return the first event within some that computes with a gradient, or gives it a name."""
    for i in range(first, end):
        event = reading.events[i]
        if event["kind"] == "name" and event["tensor"] in own:
            return i
        if event["kind"] == "op" and any(x.get("tensor") in own for x in event["inputs"]):
            return i
    return None


def told(reading: Reading, twice: Twice) -> Finding:
    """The finding about a gradient that is read again."""
    name = reading.name(twice.tensor)
    grad = "The gradient" if name is None else f"{name}.grad"
    first, second = twice.first.number, twice.second.number
    line, before = (reading.events[i]["line"] for i in (twice.again, twice.read))
    emptied = reading.events[twice.emptied]["line"]
    words = both(
        ("An old gradient is used again: was that meant?",
         f"{grad} is read{on_line(line)}, and what backward {first} added is still in it: that was "
         f"read{on_line(before)} before backward {second} added more.",
         f"zero_grad{on_line(emptied)} does not empty it: that empties the gradients of parameters "
         "only.",
         f"Set {name or 'the tensor'}.grad to None before backward() is called again."),
        ("旧梯度又被用了一次：这是你要的吗？",
         f"{at_line(line)}读取 {name or ''}.grad 时，第 {first} 次反向传播加上的部分还在里面：第 "
         f"{second} 次反向传播继续累加之前，{at_line(before)}已经读过它。",
         f"{at_line(emptied)}的 zero_grad 没有清空它：那只清空参数的梯度。",
         f"再次调用 backward() 之前，把 {name or '这个张量'}.grad 设为 None。"))
    others = dict.fromkeys((before, twice.second.line, emptied))
    return Finding("stale-gradient", "mistake", twice.again, line,
                   tuple(each for each in others if each is not None and each != line), (),
                   (twice.tensor,), () if name is None else (name,), words,
                   emptying(reading, twice, name))


def emptying(reading: Reading, twice: Twice, name: str | None) -> tuple[Fix, ...]:
    """Return the change that empties the gradient before the second backward."""
    statement = reading.program.statement_at(twice.second.line)
    if name is None or not name.isidentifier() or statement is None:
        return ()
    edit = reading.program.inserted_before(statement, f"{name}.grad = None")
    return (Fix(f"empty {name}.grad before backward()", f"在 backward() 之前清空 {name}.grad",
                (edit,)),)


DIAGNOSIS = Diagnosis("stale-gradient", find)
