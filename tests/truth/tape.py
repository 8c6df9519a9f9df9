"""A run document as a history: what each tensor, node, name and gradient was after so many events.

Written from docs/run-document.md alone, and not from the page's fold, which it is to judge.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from typing import Any

from tests.truth.history import History
from tests.truth.scopes import enclosing

SMALL = "₀₁₂₃₄₅₆₇₈₉"
SUBSCRIPTS = str.maketrans(SMALL, "0123456789")


class Tape:
    """The histories of one run."""

    def __init__(self, run: dict) -> None:
        self.events: list[dict] = run["events"]
        self.ops: dict = run["ops"]
        self.own_words: dict[str, set[str]] = {}
        self.lines: list[str] = run["snippet"]["code"].split("\n")
        self.code: str = run["snippet"]["code"]
        try:
            self.tree = ast.parse(self.code)
        except SyntaxError:
            self.tree = ast.Module([], [])
        self.stack, self.switched = History(), History()
        self.came, self.value, self.version, self.requires, self.grad, self.maker = (
            defaultdict(History) for _ in range(6))
        self.bound: dict[tuple[int, str], History] = defaultdict(History)
        self.called: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        self.named: dict[str, set[str]] = defaultdict(set)
        self.nodes: dict[str, dict] = {}
        self.made: dict[str, int] = {}
        self.view_of: dict[str, str | None] = {}
        self.grad_of: dict[str, str | None] = {}
        self.parameters: set[str] = set()
        self.accumulate: dict[str, str] = {}
        self.frames: dict[int, dict] = {0: {"name": "module", "of": "function", "line": None}}
        self.running: list[int] = []
        self.calls: list[int | None] = []
        self.begins: dict[int, int] = {}
        self.ends: dict[int, int] = {}
        self.kept: dict[int, dict] = {}
        self.read()

    def read(self) -> None:
        """Take in all events, in order."""
        stack, until = [(0, True)], self.spans()
        under: list[int] = []
        for i, event in enumerate(self.events):
            self.running.append(next(frame for frame, own in reversed(stack) if own))
            if event["kind"] == "backward" and event["phase"] == "begin":
                under = [*(under if event["within"] is not None else []), event["call"]]
            under = [call for call in under if i <= until[call]]
            self.calls.append(under[-1] if under else None)
            if event["kind"] == "enter":
                self.frames[event["frame"]] = event
                stack.append((event["frame"], event["of"] != "library"))
                self.stack.put(i, [self.frames[frame] for frame, _ in stack[1:]])
            elif event["kind"] == "leave":
                del stack[[frame for frame, _ in stack].index(event["frame"]) :]
                self.stack.put(i, [self.frames[frame] for frame, _ in stack[1:]])
            getattr(self, f"on_{event['kind']}", lambda *_: None)(i, event)
        self.running.append(next(frame for frame, own in reversed(stack) if own))
        self.calls.append(None)

    def spans(self) -> dict[int, int]:
        """The last event of each backward call; without an end the last that is a backward's."""
        until: dict[int, int] = {}
        for i, event in enumerate(self.events):
            if event["kind"] == "backward" and event["phase"] == "begin":
                self.begins[event["call"]] = until[event["call"]] = i
                latest = event["call"]
            elif event["kind"] == "backward":
                self.ends[event["call"]] = until[event["call"]] = i
            elif event["kind"] in ("run", "flow", "hook", "free", "fail") and until:
                if latest not in self.ends:
                    until[latest] = i
        return until

    # -- values ---------------------------------------------------------------------------------

    def whole(self, value: dict | None) -> dict | None:
        """A value, or the earlier one that it repeats."""
        if value is None:
            return None
        if "same" in value:
            return self.kept[value["same"]]
        if "id" in value:
            self.kept[value["id"]] = value
        return value

    def on_leaf(self, i: int, event: dict) -> None:
        """A tensor is seen for the first time."""
        tensor, event["value"] = event["tensor"], self.whole(event["value"])
        self.value[tensor].put(i, event["value"])
        self.version[tensor].put(i, 0)
        self.requires[tensor].put(i, event["requires_grad"])
        self.made.setdefault(tensor, i)
        self.grad_of[tensor] = event["grad_of"]
        if event["parameter"]:
            self.parameters.add(tensor)
        if event["accumulate"]:
            self.leads_to(tensor, event["accumulate"], i)

    def leads_to(self, tensor: str, node: str, i: int) -> None:
        """A leaf has its AccumulateGrad."""
        self.accumulate[tensor] = node
        self.nodes.setdefault(node, {
            "id": node, "name": "AccumulateGrad", "edges": [], "made": i, "outputs": [],
            "saved": [], "variable": tensor, "op": None,
        })

    def on_op(self, i: int, event: dict) -> None:
        """An op made its outputs, and a node if on the tape; else what it wrote keeps its own."""
        node = event["node"]
        for nr, output in enumerate(event["outputs"]):
            tensor = output["tensor"]
            output["value"] = self.whole(output["value"])
            if node or not (output["requires_grad"] and self.requires[tensor].at(i)):
                self.maker[tensor].put(i, node and (node["id"], nr))
            self.value[tensor].put(i, output["value"])
            self.requires[tensor].put(i, output["requires_grad"])
            if not self.version[tensor].events:
                self.version[tensor].put(i, 0)
            self.made.setdefault(tensor, i)
            self.view_of.setdefault(tensor, output["view_of"])
        for saved in event["saved"]:
            if "tensor" in saved:
                self.version[saved["tensor"]].put(i, saved["version"])
        if node:
            self.nodes[node["id"]] = {
                **node, "made": i, "outputs": [o["tensor"] for o in event["outputs"]],
                "saved": event["saved"], "variable": None, "op": event["op"],
            }

    def on_write(self, i: int, event: dict) -> None:
        """A tensor was written in place."""
        event["value"] = self.whole(event["value"])
        self.value[event["tensor"]].put(i, event["value"])
        self.version[event["tensor"]].put(i, event["version"])

    def on_mode(self, i: int, event: dict) -> None:
        """A tensor was detached, or asks for a gradient from now on."""
        tensor = event.get("tensor")
        if event["what"] == "detach":
            self.value[tensor].put(i, self.value[event["of"]].at(i))
            self.version[tensor].put(i, self.version[event["of"]].at(i, 0))
            self.requires[tensor].put(i, False)
            self.made.setdefault(tensor, i)
            self.view_of.setdefault(tensor, event["of"])
        elif event["what"] == "grad_mode":
            self.switched.put(i, event["enabled"])
        elif event["what"] == "requires_grad_":
            self.requires[tensor].put(i, event["requires_grad"])
            if event["accumulate"]:
                self.leads_to(tensor, event["accumulate"], i)

    def on_grad(self, i: int, event: dict) -> None:
        """A `.grad` changed."""
        for part in ("before", "added", "after"):
            event[part] = self.whole(event[part])
        self.grad[event["tensor"]].put(i, event["after"])

    def on_run(self, i: int, event: dict) -> None:
        """A node runs."""
        event["grads"] = [self.whole(grad) for grad in event["grads"]]
        self.came[event["node"]].put(i, [grad for grad in event["grads"] if grad is not None])

    def on_flow(self, i: int, event: dict) -> None:
        """A gradient goes along an edge."""
        event["value"], event["sum"] = self.whole(event["value"]), self.whole(event["sum"])

    def on_hook(self, i: int, event: dict) -> None:
        """A hook ran."""
        event["before"], event["after"] = self.whole(event["before"]), self.whole(event["after"])

    def on_backward(self, i: int, event: dict) -> None:
        """A backward call begins or ends."""
        for root in event.get("roots", ()):
            root["seed"] = self.whole(root["seed"])
        for result in event.get("results", ()):
            result["value"] = self.whole(result["value"])

    # -- names ----------------------------------------------------------------------------------

    def on_name(self, i: int, event: dict) -> None:
        """A name is bound to a tensor."""
        frame, name = event.get("frame", 0), plain_path(event["name"])
        self.bound[frame, name].put(i, event["tensor"])
        self.called[event["tensor"]].append((i, frame, name))
        self.named[name].add(event["tensor"])

    def on_value(self, i: int, event: dict) -> None:
        """A name is bound to something else, or unbound."""
        state = None if event["text"] is None else event
        self.bound[event["frame"], plain_path(event["name"])].put(i, state)

    def means(self, name: str, at: int) -> Any:
        """What a name is bound to where the program is after `at` events; None if nothing."""
        running = self.running[min(at, len(self.running) - 1)]
        for frame in (running, *enclosing(self.tree, self.stack.at(at, []), running), 0):
            state = self.bound.get((frame, plain_path(name)), History()).at(at)
            if state is not None:
                return state
        return None

    def of_callers(self, name: str, at: int) -> str | None:
        """The tensor that a name means to who called the function that runs, and not to itself."""
        if self.means(name, at) is not None:
            return None
        frames = [one["frame"] for one in reversed(self.stack.at(at, []))]
        states = (self.bound.get((frame, plain_path(name)), History()).at(at) for frame in frames)
        return next((state for state in states if isinstance(state, str)), None)

    def horizon(self, at: int) -> int:
        """How far the making of what event `at` made goes: names follow what they name."""
        end = at + 1
        while end < len(self.events) and self.events[end]["kind"] in (
            "name", "mode", "write", "value", "leave", "grad"
        ):
            end += 1
        return end

    def is_called(self, name: str, tensor: str | None, at: int) -> bool:
        """Whether a name is one for a tensor to a reader who is at event `at`."""
        if tensor is None:
            return False
        if name[-1] in SMALL:
            return tensor in self.nth_of(name)
        end = self.horizon(at)
        path = plain_path(name)
        if any(self.means(name, m) == tensor for m in range(at, end + 1)):
            return True
        of = self.grad_of.get(tensor)
        if path.endswith(".grad") and of is not None:
            return self.is_called(name.removesuffix(".grad"), of, at)
        had = any(one == path and (i < end or tensor in self.parameters)
                  for i, _, one in self.called.get(tensor, ()))
        return had and self.means(name, at) is None

    def nth_of(self, name: str, frame: int = 0) -> list[str]:
        """The nth tensors that a name (`x₂`) meant in the frames, that of `frame` first."""
        plain = name.rstrip(SMALL)
        nth = int(name[len(plain):].translate(SUBSCRIPTS))
        found = [list(dict.fromkeys(s for s in history.states if isinstance(s, str)))
                 for (_, one), history in sorted(self.bound.items(), key=lambda x: x[0][0] != frame)
                 if one == plain_path(plain)]
        return [tensor for tensors in found for tensor in tensors[nth - 1 : nth]]

    def words(self, op: str) -> set[str]:
        """The words of an op's own formulas that stand for no operand."""
        if op not in self.own_words:
            formulas = self.ops.get(op, {})
            texts = [formulas.get("forward", ""), *formulas.get("gradients", {}).values()]
            self.own_words[op] = set(re.findall(r"(?<![$\w])[A-Za-z]+", " ".join(texts)))
        return self.own_words[op]

    # -- the program ----------------------------------------------------------------------------

    def line(self, i: int) -> int | None:
        """The line on which event `i` happens: of what a backward does that of its call."""
        own = self.events[i].get("line")
        call = self.calls[i]
        while own is None and call is not None:
            begin = self.events[self.begins[call]]
            own, call = begin["line"], begin["within"]
        return own

    def is_function_method(self, name: str) -> bool:
        """Whether a qualified name is of a method of a class that derives from Function."""
        owner = name.rpartition(".")[0].rpartition(".")[2]
        return any(isinstance(node, ast.ClassDef) and node.name == owner and any(
            ast.unparse(base).endswith("Function") for base in node.bases)
            for node in ast.walk(self.tree))

    def text(self, line: int | None) -> str:
        """The code on a line; "" where there is none."""
        return self.lines[line - 1] if line and line <= len(self.lines) else ""


def plain_path(name: str) -> str:
    """A path in one form: `net[0].weight` and `net.0.weight` are the same."""
    return re.sub(r"\[['\"]?|['\"]?\]", ".", name).replace("..", ".").rstrip(".")
