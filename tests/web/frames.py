"""Fold a run's events into what its variables are, frame by frame; by the run document alone."""

from __future__ import annotations

import re

FLOAT = re.compile(r"(?<![\w.'])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")
MORE = re.compile(r"… (\d+) more")
SETS_TENSOR = {"leaf", "write"}
NUMBERS = 8


class Fold:
    """The call stack, names and values after each event; and what changed on each line."""

    def __init__(self):
        self.stack, self.library = [0], set()
        self.names: dict[int, dict] = {0: {}}
        self.tensors: dict[str, dict] = {}
        self.numbered: dict[int, dict] = {}
        self.said: dict[tuple, object] = {}
        self.changes: list = []
        self.order: dict[int, int] = {0: 0}
        self.line: dict[int, int] = {}

    def running(self) -> int:
        return next(frame for frame in reversed(self.stack) if frame not in self.library)

    def take(self, event: dict) -> None:
        """One event."""
        kind = event["kind"]
        getattr(self, f"take_{kind}", lambda event: None)(event)
        frame = self.running()
        if kind not in ("enter", "leave") and event.get("line") is not None:
            self.line[frame] = event["line"]
        self.note(frame)

    def take_enter(self, event):
        if event["of"] == "library":
            self.library.add(event["frame"])
        assert event["caller"] == self.stack[-1]
        assert event["frame"] not in self.stack
        self.names.setdefault(event["frame"], {})
        self.line.setdefault(event["frame"], event["line"])
        self.stack.append(event["frame"])

    def take_leave(self, event):
        del self.stack[self.stack.index(event["frame"]):]
        assert self.stack

    def take_value(self, event):
        held = self.names[event["frame"]]
        if event["type"] is None:
            held.pop(event["name"], None)
        else:
            held[event["name"]] = event["type"], event["text"]

    def take_name(self, event):
        if "." not in event["name"] and "[" not in event["name"]:
            self.names[event["frame"]][event["name"]] = event["tensor"]

    def take_leaf(self, event):
        self.tensors[event["tensor"]] = self.value_of(event["value"])

    take_write = take_leaf

    def take_op(self, event):
        for output in event["outputs"]:
            self.tensors[output["tensor"]] = self.value_of(output["value"])

    def take_mode(self, event):
        if event["what"] == "detach":
            self.tensors[event["tensor"]] = self.tensors[event["of"]]

    def take_run(self, event):
        for value in event["grads"]:
            self.value_of(value)

    def take_flow(self, event):
        self.value_of(event["value"]), self.value_of(event["sum"])

    def take_grad(self, event):
        for part in ("before", "added", "after"):
            self.value_of(event[part])

    take_hook = take_backward = lambda self, event: [
        self.value_of(each) for each in (event.get("before"), event.get("after"),
                                         *(root["seed"] for root in event.get("roots", ())),
                                         *(row["value"] for row in event.get("results", ())))]

    def value_of(self, value):
        if value is None:
            return None
        if "same" in value:
            return self.numbered[value["same"]]
        if "id" in value:
            self.numbered[value["id"]] = value
        return value

    def note(self, frame: int) -> None:
        """Note what is said otherwise than before of a frame on the stack."""
        found = {}
        for each in self.stack:
            held = self.names[each]
            for name in held.keys() | {name for other, name in self.said if other == each}:
                now = self.shown(held.get(name))
                if now != self.said.get((each, name)):
                    self.said[each, name] = now
                    found[each, name] = now
        if found:
            for each, _ in [*sorted(found), (frame, "")]:
                self.order.setdefault(each, len(self.order))
            place = [self.order[frame], self.line.get(frame)]
            told = {f"{self.order[each]} {name}": now for (each, name), now in found.items()}
            if self.changes and self.changes[-1][:2] == place:
                self.changes[-1][2].update(told)
            else:
                self.changes.append([*place, told])

    def shown(self, content):
        """A value in the form of `debugger.py`."""
        if isinstance(content, str):
            value = self.tensors[content]
            return ["tensor", value["shape"], [rounded(x) for x in value["data"][:NUMBERS]]
                    if "data" in value else None]
        return content and list(content)


def rounded(x):
    """A number with four significant digits."""
    return float(f"{float(x):.4g}") if not isinstance(x, (bool, int)) else x


def short(text: str) -> str:
    """A text with its floats rounded to four digits."""
    return FLOAT.sub(lambda found: f"{float(found[0]):.4g}"
                     if "." in found[0] or "e" in found[0] else found[0], text)


def agree(ours, theirs) -> bool:
    """Whether a value that the tape tells is the one that the debugger saw."""
    if ours is None or theirs is None or ours[0] == "tensor" or theirs[0] == "tensor":
        if ours and theirs and ours[0] == theirs[0] == "tensor":
            return ours[1] == theirs[1] and (ours[2] is None or close(ours[2], theirs[2]))
        return ours == theirs
    kind, text = ours
    if kind != theirs[0]:
        return False
    if len(theirs) == 2:
        return alike(text, theirs[1])
    _, count, begin, end, entries = theirs
    if not count:
        return text in (begin + end, f"{kind}()")
    if not (text.startswith(begin) and text.endswith(end)):
        return False
    parts = split(text[len(begin):len(text) - len(end)].removesuffix(","))
    more = MORE.fullmatch(parts[-1])
    shown = parts[:-1] if more else parts
    return len(shown) + int(more[1] if more else 0) == count and all(
        alike(one, two) for one, two in zip(shown, entries))


def close(ours: list, theirs: list) -> bool:
    return len(ours) == len(theirs) and all(
        a == b or a != a and b != b or abs(a - b) <= 2e-3 * max(abs(a), abs(b)) + 1e-6
        for a, b in zip(ours, theirs))


def alike(ours: str, theirs: str) -> bool:
    """Whether two texts are the same, up to where one was cut."""
    one, two = short(ours), short(theirs)
    if ours.rstrip("'\"").endswith("…") and len(ours) >= 20:
        return two.startswith(ours.rstrip("'\"…")[:20])
    if one == two:
        return True
    try:
        return abs(float(one) - float(two)) <= 2e-3 * max(abs(float(one)), abs(float(two)))
    except ValueError:
        return False


def split(text: str) -> list[str]:
    """The entries of a container."""
    parts, depth, quote, begin = [], 0, "", 0
    for i, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and not depth:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return [*parts, text[begin:].strip()]


def first_difference(ours: list, theirs: list) -> str | None:
    """Where the tape and the debugger do not agree, as a text; None when they do."""
    for i in range(max(len(ours), len(theirs))):
        one = ours[i] if i < len(ours) else None
        two = theirs[i] if i < len(theirs) else None
        if one is None or two is None or one[:2] != two[:2] or one[2].keys() != two[2].keys() or (
                not all(agree(one[2][key], two[2][key]) for key in two[2])):
            before = theirs[max(i - 2, 0):i]
            return f"after {before}:\n  the tape     {one}\n  the debugger {two}"
    return None
