"""What a real debugger says of a program: each change of a variable, by frame and line.

`python tests/web/debugger.py` runs the programs of `people/` under torch with `sys.settrace`, and
writes what it saw into `tests/golden/debugger.json`. It knows nothing of Tapescope.
"""

from __future__ import annotations

import ast
import dis
import inspect
import json
import sys
import types
from collections import deque
from pathlib import Path

FILENAME = "<program>"
PEOPLE = Path(__file__).with_name("people")
GOLDEN = Path(__file__).parents[1] / "golden" / "debugger.json"
PLAIN = (int, float, bool, str, complex, type(None))
LEFT_OUT = (
    type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType,
    types.MethodDescriptorType, types.GenericAlias,
)  # fmt: skip
BRACKETS = {
    list: "[]", tuple: "()", dict: "{}", set: "{}", frozenset: ("frozenset({", "})"),
    deque: ("deque([", "])"),
}  # fmt: skip
ENTRIES = 6  # of a container that the golden file holds
NUMBERS = 8  # of a tensor


def shown(value, torch) -> list | None:
    """A value as it is compared: a tensor's shape and numbers, or a type and a short text."""
    if isinstance(value, LEFT_OUT):
        return None
    if isinstance(value, torch.Tensor):
        flat = value.detach().reshape(-1).tolist()
        return ["tensor", list(value.shape), [rounded(x) for x in flat[:NUMBERS]]]
    base = next((kind for kind in BRACKETS if isinstance(value, kind)), None)
    if base is None:
        return [type(value).__name__, text_of(value, 0, torch)]
    return [type(value).__name__, len(value), *BRACKETS[base],
            [entry for entry in entries_of(value, 2, torch)[:ENTRIES]]]


def rounded(x):
    """A number with four significant digits."""
    return float(f"{x:.4g}") if isinstance(x, float) else x


def entries_of(value, depth: int, torch) -> list[str]:
    """The texts of what a container holds."""
    if isinstance(value, dict):
        return [f"{text_of(key, depth - 1, torch)}: {text_of(x, depth - 1, torch)}"
                for key, x in value.items()]
    held = value
    if isinstance(value, (set, frozenset)) and len({type(x) for x in value}) == 1:
        held = sorted(value)
    return [text_of(x, depth - 1, torch) for x in held]


def text_of(value, depth: int, torch) -> str:
    """The text of a value, or of an entry of a container."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, PLAIN) or isinstance(value, (torch.dtype, torch.device, range)):
        return repr(value)
    if isinstance(value, torch.Tensor):
        return f"tensor({list(value.shape)})"
    if isinstance(value, LEFT_OUT):
        return value.__name__
    base = next((kind for kind in BRACKETS if isinstance(value, kind)), None)
    if base is None:
        return f"{type(value).__name__}(…)"
    begin, end = BRACKETS[base]
    if depth <= 0 and value:
        return f"{begin}…{end}"
    inside = entries_of(value, depth, torch)
    return begin + ", ".join(inside) + ("," if base is tuple and len(inside) == 1 else "") + end


class Debugger:
    """Follows one program, and notes what changed on each line that it ran."""

    def __init__(self, code: str, torch):
        self.torch, self.changes = torch, []
        self.known: dict = {}  # frames and what was said of them last
        self.numbers: dict = {}
        self.at: tuple | None = None  # the frame and line that are running
        self.heads = {
            min([node.lineno, *(each.lineno for each in node.decorator_list)]): node.lineno
            for node in ast.walk(ast.parse(code))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        }

    def trace(self, frame, event, arg):
        """What Python calls at each line, call, return and exception."""
        if frame.f_code.co_filename != FILENAME or is_class_body(frame.f_code):
            return None
        self.look(frame, leaving=frame if event == "return" else None)
        line = frame.f_lineno
        if event == "call":
            if frame not in self.known:
                self.known[frame] = {}
                for name in frame.f_code.co_freevars:  # told where they are bound
                    self.known[frame][name] = self.look_at(frame, name)
                line = self.heads.get(frame.f_code.co_firstlineno, line)
            self.at = frame, line
        elif event == "return":
            around = program_frame(frame.f_back)
            self.at = around and (around, around.f_lineno)
        elif event == "line":
            self.at = frame, line
        return self.trace

    def look_at(self, frame, name):
        found = frame.f_locals
        return shown(found[name], self.torch) if name in found else None

    def look(self, frame, leaving) -> None:
        """Note what changed in all frames of the program that run, since the last time.

        A frame that is `leaving` may have let go of the exception that it handled.
        """
        if self.at is None:
            return
        running = []
        while frame is not None:
            if frame in self.known:
                running.append(frame)
            frame = frame.f_back
        found = {}
        for each in reversed(running):
            for name in names_of(each, running, self.known[each]):
                now = self.look_at(each, name)
                if now != self.known[each].get(name) and not (now is None and each is leaving):
                    self.known[each][name] = now
                    found[each, name] = now
        if found:
            self.note(*self.at, found)

    def note(self, frame, line, found) -> None:
        for each, _ in found:
            self.number(each)
        place = [self.number(frame), line]
        said = {f"{self.number(each)} {name}": now for (each, name), now in found.items()}
        if self.changes and self.changes[-1][:2] == place:
            self.changes[-1][2].update(said)
        else:
            self.changes.append([*place, said])

    def number(self, frame) -> int:
        return self.numbers.setdefault(frame, len(self.numbers))


def is_class_body(code) -> bool:
    return not code.co_flags & inspect.CO_OPTIMIZED and code.co_name != "<module>"


def program_frame(frame):
    while frame is not None and frame.f_code.co_filename != FILENAME:
        frame = frame.f_back
    return frame


def names_of(frame, running, known) -> list[str]:
    """The names that are a frame's own: one of a function around only if that is over."""
    code = frame.f_code
    names = {*frame.f_locals, *known}
    owned = {name for other in running for name in other.f_code.co_cellvars if other is not frame}
    bound = {each.argval for each in dis.get_instructions(code) if each.opname == "STORE_DEREF"}
    free = {name for name in code.co_freevars if name in owned or name not in bound}
    hidden = {"__builtins__", "__name__", "__doc__", "__annotations__", "__class__", ".0"}
    return sorted(name for name in names - free - hidden if not name.startswith("__"))


def changes_of(code: str, torch) -> list:
    """What a debugger sees of a program: `[frame, line, {"frame name": value}]` for each line."""
    main = types.ModuleType("__main__")
    main.__dict__.pop("__loader__", None)
    before, sys.modules["__main__"] = sys.modules.get("__main__"), main
    debugger = Debugger(code, torch)
    program = compile(code, FILENAME, "exec")

    def first(frame, event, arg):
        if event == "call" and frame.f_code is program:
            debugger.known[frame] = {}
            debugger.number(frame)
            debugger.at = frame, 1
        return debugger.trace(frame, event, arg)

    sys.settrace(first)
    try:
        exec(program, main.__dict__)
    finally:
        sys.settrace(None)
        sys.modules["__main__"] = before
    return debugger.changes


def main() -> None:
    """Write the golden file."""
    import torch

    found = {path.stem: changes_of(path.read_text("utf-8"), torch)
             for path in sorted(PEOPLE.glob("*.py"))}
    text = ",\n".join(
        f'"{name}": [\n' + ",\n".join(json.dumps(each, ensure_ascii=False) for each in changes)
        + "\n]" for name, changes in found.items())
    GOLDEN.write_text("{\n" + text + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
