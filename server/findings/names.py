"""Resolve the names that a line of the program says, at a moment of a run."""

from __future__ import annotations

import re
from collections import defaultdict

from server.findings.reading import Reading, shared
from server.findings.scope import plain_path

# Names and paths in a text: `w`, `net[0].weight`, `losses[-1]`, with what they are asked for.
PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[[^\[\]()]*\])*")
# Text in quotes, other than a key in brackets; of an f-string what is in braces counts.
QUOTED = re.compile(r"""(?<![\[\w])([rbufRBUF]*)("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')""")
COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|#.*""")


class Names:
    """The names of tensors, in the order in which they were given and taken."""

    def __init__(self, reading: Reading):
        # Of each path, written with points, the events that gave it, in which frame and to what.
        self.given: dict[str, list[tuple[int, int, str | None]]] = defaultdict(list)
        self.of: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.frames: list[tuple[int, int | None]] = []
        for i, event in enumerate(reading.events):
            kind = event["kind"]
            if kind == "name":
                self.given[plain_path(event["name"])].append((i, event["frame"], event["tensor"]))
                self.of[event["tensor"]].append((i, event["name"]))
            elif kind == "value":
                self.given[plain_path(event["name"])].append((i, event["frame"], None))
            elif kind in ("enter", "leave"):
                library = kind == "enter" and event["of"] == "library"
                self.frames.append((i, None if library else
                                    event["frame"] if kind == "enter" else -event["frame"]))

    def running(self, at: int) -> int:
        """Return the frame of the program that runs before event `at`."""
        stack = [0]
        for i, frame in self.frames:
            if i >= at:
                break
            if frame is not None and frame > 0:
                stack.append(frame)
            elif frame is not None and -frame in stack:
                del stack[stack.index(-frame):]
        return stack[-1]

    def bound(self, path: str, at: int) -> str | None:
        """Return the tensor that a path means to the code that runs before event `at`.

        Where that is nothing, it is what the path meant last, in a call that may be over.
        """
        events = [one for one in self.given.get(self._whole(path), ()) if one[0] < at]
        for frame in (self.running(at), 0):
            inner = [tensor for _, where, tensor in events if where == frame]
            if inner:
                return inner[-1]
        return events[-1][2] if events else None

    def _whole(self, path: str) -> str:
        """Return a path with points; `layers[-1]` counts from the end of what has names."""
        whole = plain_path(path)
        while (found := re.search(r"\.-(\d+)(?=\.|$)", whole)) is not None:
            head = f"{whole[: found.start()]}."
            numbers = [int(entry) for name in self.given if name.startswith(head)
                       and (entry := name[len(head):].partition(".")[0]).isdigit()]
            entry = max(numbers, default=-1) + 1 - int(found[1])
            if entry < 0:
                return whole
            whole = f"{head}{entry}{whole[found.end():]}"
        return whole

    def label(self, tensor: str, at: int) -> str | None:
        """Return the name that a tensor has before event `at`, or gets next; None if none."""
        held = [name for i, name in self.of.get(tensor, ()) if i < at
                and self.bound(name, at) == tensor]
        held.sort(key=lambda name: (name.startswith("self."), len(name)))
        return held[0] if held else None


@shared
def names(reading: Reading) -> Names:
    """Return the names of tensors of a run."""
    return Names(reading)


def line_text(reading: Reading, line: int | None) -> str:
    """Return a line of the program without its comment; "" if there is none."""
    text = "" if line is None or line > len(reading.lines) else reading.lines[line - 1]
    return COMMENT.sub(lambda found: found[1] or "", text)


def paths_in(text: str) -> list[str]:
    """Return the names and paths in a text."""
    def shown(found: re.Match[str]) -> str:
        in_braces = re.findall(r"\{[^{}]*\}", found[2]) if "f" in found[1].lower() else []
        return " ".join(in_braces)

    return PATH.findall(QUOTED.sub(shown, text))


def parameter_at(reading: Reading, path: str, at: int) -> str | None:
    """Return the parameter that `ps[0]` means, of `ps = list(net.parameters())`.

    The parameters of a net are named in the order in which it lists them.
    """
    entry = re.fullmatch(r"(\w+)\[(-?\d+)\]", path)
    if entry is None:
        return None
    given = [found[1].strip() for line in range(len(reading.lines))
             if (found := re.match(rf"\s*{entry[1]}\s*=(?!=)(.*)$", line_text(reading, line + 1)))]
    net = re.fullmatch(r"(?:list\(|\[\*)([\w.]+)\.parameters\(\)[)\]]", given[0]) \
        if len(given) == 1 else None
    if net is None:
        return None
    held: dict[str, None] = {}
    for name in names(reading).given:
        tensor = names(reading).bound(name, at) if name.startswith(f"{net[1]}.") else None
        if tensor is not None and reading.tensors[tensor].is_parameter:
            held[tensor] = None
    number = int(entry[2])
    return list(held)[number] if -len(held) <= number < len(held) else None


def asked_on(reading: Reading, line: int | None, at: int) -> list[tuple[str, str, int]]:
    """Return the gradients that a line asks for: the tensor, its name, and at which moment."""
    found = []
    for path in paths_in(line_text(reading, line)):
        whole = path if re.search(r"\.grad\b", path) else given_above(reading, path, line) or path
        name = re.match(r"(.+?)\.grad(?!\w)", whole)
        if name is None:
            continue
        tensor = names(reading).bound(name[1], at) or parameter_at(reading, name[1], at)
        if tensor is None:
            continue
        label = name[1] if re.search(r"[.\[]", name[1]) else \
            names(reading).label(tensor, at) or name[1]
        found.append((tensor, label, at if whole == path else last_empty(reading, tensor, at)))
    return found


def given_above(reading: Reading, path: str, line: int | None) -> str | None:
    """Return what a name was given on the nearest line above: `y.grad` of `g = y.grad`."""
    root = re.match(r"\w+", path)
    for above in range((line or 0) - 1, 0, -1):
        parts = re.split(r"(?<![=!<>+\-*/%&|^@])=(?!=)", line_text(reading, above))
        if len(parts) != 2 or root is None:
            continue
        left, right = ([one.strip() for one in part.split(",")] for part in parts)
        if root[0] in left:
            return right[left.index(root[0])] if len(left) == len(right) else None
    return None


def last_empty(reading: Reading, tensor: str, at: int) -> int:
    """Return the last moment by `at` at which a tensor had no gradient."""
    if not has_gradient(reading, tensor, at):
        return at
    return max((i for i in reading.grads[tensor]
                if i < at and reading.events[i]["before"] is None), default=at)


def has_gradient(reading: Reading, tensor: str, at: int) -> bool:
    """Return whether a tensor has a gradient before event `at`."""
    changes = [i for i in reading.grads.get(tensor, ()) if i < at]
    return bool(changes) and reading.events[changes[-1]]["after"] is not None


def leaf_names(reading: Reading, tensors: tuple[str, ...], at: int) -> tuple[str, ...]:
    """Return what to call tensors: the names that they have before event `at`, or had."""
    found = (names(reading).label(one, at) or reading.name(one) for one in tensors)
    return tuple(dict.fromkeys(name for name in found if name is not None))


