"""`overwritten`: numbers are changed behind autograd's back."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Bilingual, Edit, Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.facts import Values
from server.findings.reading import Event, Reading


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each hidden write that changes a derivative, or another parameter.

    A write is hidden if it leaves the version of a tensor as it is: through another tensor that
    shares its memory, through `.data`, or by numpy.
    """
    hidden = {tensor: found for tensor, writes in reading.writes.items()
              if (found := [i for i in writes if is_hidden(reading.events[i])])}
    if hidden:
        yield from stale(reading, hidden)
        yield from sharing(reading, hidden)


def is_hidden(event: Event) -> bool:
    """Whether a write leaves the version of a tensor as it is."""
    return event["via"] is not None or event["by"] in ("data", "outside")


class History:
    """The numbers of tensors over a run."""

    def __init__(self, reading: Reading):
        self.reading = reading
        self.values = Values(reading.events)

    def at(self, tensor: str, at: int) -> Event | None:
        """Return the numbers that a tensor has before event `at`; None where they are unknown."""
        write = next((i for i in reversed(self.reading.writes.get(tensor, ())) if i < at), None)
        made = self.reading.tensors.get(tensor)
        if write is None and made is None:
            return None
        value = self.reading.events[write]["value"] if write is not None else made.value
        whole = self.values.whole(value)
        return whole and {name: part for name, part in whole.items() if name != "id"}

    def differs(self, tensor: str, first: int, second: int) -> bool:
        """Whether the numbers at two events are known, and others."""
        one, other = self.at(tensor, first), self.at(tensor, second)
        return one is not None and other is not None and one != other


def stale(reading: Reading, hidden: dict[str, list[int]]) -> Iterator[Finding]:
    """Yield nodes that ran although what they had saved was no longer what they had seen."""
    history: History | None = None
    makers: dict[str, int] = {}
    told: set[int] = set()
    for at, event in enumerate(reading.events):
        if event["kind"] == "op" and event["node"] is not None:
            if any(each.get("tensor") in hidden for each in event["saved"]):
                makers[event["node"]["id"]] = at
        elif event["kind"] == "run" and event["node"] in makers:
            history = history or History(reading)
            write = changed_behind(reading, hidden, history, makers[event["node"]], at)
            if write is not None and write not in told:
                told.add(write)
                yield of_saved(reading, makers[event["node"]], write, at)


def changed_behind(
    reading: Reading, hidden: dict[str, list[int]], history: History, made: int, at: int
) -> int | None:
    """Return the hidden write that changed what an op had saved by the time that its node runs.

    What was changed and is as before by then did no harm, as what gradcheck moves.
    """
    first = made + 1
    while reading.events[first]["kind"] == "write":  # its own, of an op in place
        first += 1
    for saved in reading.events[made]["saved"]:
        tensor = saved.get("tensor")
        for i in hidden.get(tensor, ()):
            if first <= i < at and reading.events[i]["version"] == saved["version"] and \
                    history.differs(tensor, i, i + 1) and history.differs(tensor, first, at):
                return i
    return None


def of_saved(reading: Reading, made: int, write: int, at: int) -> Finding:
    """The finding about a node whose saved numbers were changed."""
    op, changed = reading.events[made], reading.events[write]
    tensor, line = changed["tensor"], changed["line"]
    lines = () if op["line"] is None or op["line"] == line else (op["line"],)
    name = reading.name(tensor)
    return Finding("overwritten", "mistake", at, line, lines, (op["node"]["id"],), (tensor,),
                   () if name is None else (name,),
                   said_of_saved(reading, op["node"]["name"], name, changed),
                   of_its_own(reading, changed, name))


def said_of_saved(reading: Reading, node: str, name: str | None, changed: Event) -> Bilingual:
    """What is said of saved numbers that were changed."""
    line, by, via = changed["line"], changed["by"], via_name(reading, changed["via"])
    what, zh = name or "a tensor", name or "一个张量"
    method = ".data" if by == "data" else f"{by}()"
    if by == "outside":
        said = (f"{node} saved {what}, whose memory was then written"
                f"{'' if line is None else f', by the end of line {line}'}: autograd does not see "
                "such a write.",
                f"{node} 保存了 {zh}，{'此后' if line is None else f'到{at_line(line)}结束时，'}"
                "它的内存已被改写：autograd 看不到这样的写入。")
        change = ("Let torch have memory of its own: clone() before numpy(), torch.tensor() "
                  "instead of from_numpy().",
                  "让 torch 用自己的内存：在 numpy() 之前先 clone()，用 torch.tensor() 代替 "
                  "from_numpy()。")
    else:
        said = (f"{node} saved {what}, and {method}{f' through {via}' if via else ''}"
                f"{on_line(line)} changed its numbers without raising its version.",
                f"{node} 保存了 {zh}，{at_line(line)}的 {method} {f'通过 {via} ' if via else ''}"
                "改变了它的数值，版本却没有增加。")
        change = ("Write into a copy (clone()), or use detach() instead of .data: then torch "
                  "raises an error.",
                  "写入 clone() 得到的副本，或者用 detach() 代替 .data：那样 torch 会报错。")
    return both(
        ("Saved numbers were changed behind autograd's back", said[0],
         "The derivative is computed from the new numbers, and no error says so.", change[0]),
        ("保存的数值在 autograd 不知道的时候变了", said[1],
         "导数是用新的数值算的，也没有报错。", change[1]))


def via_name(reading: Reading, via: str | None) -> str | None:
    """Return what a tensor is called through which another was written."""
    if via is None or reading.name(via) is not None:
        return None if via is None else reading.name(via)
    is_data = any(event["kind"] == "mode" and event["what"] == "convert" and event["to"] == via
                  and event["by"] == "data" for event in reading.events)
    return ".data" if is_data else None


def of_its_own(reading: Reading, changed: Event, name: str | None) -> tuple[Fix, ...]:
    """Return the change that copies the memory, where a variable was given it."""
    program = reading.program
    for node in ast.walk(program.tree):
        value = node.value if isinstance(node, ast.Assign) else None
        if changed["by"] == "outside" and isinstance(value, ast.Call):
            owner = value.func
            if isinstance(owner, ast.Attribute) and owner.attr == "numpy" and name is not None \
                    and program.text(owner.value) in (f"{name}.detach()", f"{name}.data"):
                edit = program.replaced(owner.value, f"{name}.detach().clone()")
                return (copying(edit, name),)
        if changed["via"] is not None and name is not None \
                and isinstance(value, ast.Attribute) \
                and value.attr == "data" and program.text(value.value) == name:
            edit = program.replaced(value, f"{name}.detach().clone()")
            return (copying(edit, name),)
    return ()


def copying(edit: Edit, name: str) -> Fix:
    """Return the fix that gives a variable memory of its own."""
    return Fix(f"copy {name} there", f"在那里复制 {name}", (edit,))


def sharing(reading: Reading, hidden: dict[str, list[int]]) -> Iterator[Finding]:
    """Yield parameters of optimizers that a step changes through others, whose memory they have."""
    held = {tensor for each in reading.optimizers.values() for tensor in each.held}
    groups: dict[str, list[int]] = defaultdict(list)
    for tensor in held.intersection(hidden):
        first = next((i for i in hidden[tensor] if reading.events[i]["by"] == "step"
                      and reading.events[i]["via"] in held), None)
        if first is not None:
            groups[reading.events[first]["via"]].append(first)
    if not groups:
        return
    at = min(i for some in groups.values() for i in some)
    via = reading.events[at]["via"]
    tensors = sorted((via, *(reading.events[i]["tensor"] for i in groups[via])),
                     key=lambda tensor: int(tensor[1:]))
    names, line = reading.named(tensors), reading.events[at]["line"]
    if len(names) < len(tensors):
        return
    words = both(
        (f"{several(names)} share memory",
         f"The step{on_line(line)} that writes {reading.name(via)} writes "
         f"{several([name for name in names if name != reading.name(via)])} as well: they share "
         "memory.",
         "A tensor that is assigned to .data is not copied, nor is what from_numpy() takes.",
         "Give each a copy of its own: .data.copy_(...), or clone()."),
        (f"{several_zh(names)} 共用内存",
         f"{at_line(line)}的优化步写入 {reading.name(via)} 时，也写入了 "
         f"{several_zh([name for name in names if name != reading.name(via)])}：它们共用内存。",
         "赋给 .data 的张量不会被复制，交给 from_numpy() 的数组也不会。",
         "让每个都有自己的副本：.data.copy_(...)，或者 clone()。"))
    yield Finding("overwritten", "mistake", at, line, (), (), tuple(tensors), names, words)


DIAGNOSIS = Diagnosis("overwritten", find)
