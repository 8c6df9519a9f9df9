"""None where the program expected a tensor."""

from __future__ import annotations

import ast
import re

from server.findings.diagnosis import at_line, both, on_line
from server.findings.failure.scene import Scene, Told
from server.findings.names import asked_on, paths_in
from server.findings.missing_grad.causes import Cause, why_none
from server.findings.reading import Event
from server.findings.missing_grad.cause_words import in_chinese, in_english


# The first entry of a path: `gi[0]` of `gi[0].norm`.
ENTRY = re.compile(r"(\w+)\[(\d+)\]")
# The entries of a tuple or list as its repr shows them.
SHOWN = re.compile(r"tensor\(\[[^\]]*\]\)|[^,()\[\]\s]+")


def explain(scene: Scene, _: re.Match[str]) -> Told | None:
    """None as a `.grad`, in a hook, or in a variable."""
    for tensor, name, at in asked_on(scene.reading, scene.line, scene.at):
        cause = why_none(scene.reading, tensor, at)
        if cause is not None:
            return as_gradient(scene, tensor, name, cause)
    for path in paths_in(scene.text(scene.line)):
        root, entry = re.match(r"\w+", path), ENTRY.match(path)
        binding = None if root is None else last_value(scene, root[0])
        if root is None or binding is None:
            continue
        if entry and is_hook(scene) and binding["type"] in ("tuple", "list"):
            shown = SHOWN.findall(binding["text"])[int(entry[2]):]
            if shown[:1] == ["None"]:
                return in_hook(scene, entry[1], binding["text"], entry[0])
        if binding["type"] == "NoneType":
            return in_variable(scene, root[0], binding)
    return None


def as_gradient(scene: Scene, tensor: str, name: str, cause: Cause) -> Told:
    """A `.grad` that is not there."""
    (why, change), (why_zh, change_zh) = in_english(name, cause), in_chinese(name, cause)
    own = scene.reading.name(tensor)
    is_other = own not in (None, name) and scene.scope.tensor(own or "") == tensor
    return Told(both(
        (f"{name}.grad is None",
         f"The line works with {name}.grad, and there is none."
         + (f" {name} is {own} there." if is_other else ""), why, change),
        (f"{name}.grad 是 None",
         f"这一行要用 {name}.grad，而它没有值。"
         + (f"那里的 {name} 就是 {own}。" if is_other else ""),
         why_zh, change_zh)), lines=(cause.place,), tensors=(tensor,))


def last_value(scene: Scene, name: str) -> Event | None:
    """Return the event that bound a name last to what is no tensor; None if it is a tensor now."""
    if scene.scope.tensor(name) is not None or scene.scope.type_of(name) is None:
        return None
    frames = scene.scope.chain
    return next((event for event in reversed(scene.reading.events[: scene.at])
                 if event["kind"] == "value" and event["name"] == name
                 and event["frame"] in frames and event["type"] is not None), None)


def is_hook(scene: Scene) -> bool:
    """Whether the program failed in a function that a backward under way had called."""
    calls = scene.reading.calls.values()
    return any(call.end is None for call in calls) and len(scene.fail["traceback"]) > 1


def in_hook(scene: Scene, name: str, text: str, path: str) -> Told:
    """A hook that works with None."""
    return Told(both(
        (f"{path} is None here",
         f"Line {scene.line} runs within a backward, and {name} is {text}.",
         "A backward hook of a module gets None in place of the gradient of an input that does not "
         "require grad, and a Function in place of one that nothing sent.",
         f"Leave out what is None: if {path} is not None: ...; or give the module an input that "
         "requires grad."),
        (f"{path} 在这里是 None",
         f"第 {scene.line} 行在反向传播中运行，{name} 是 {text}。",
         "对不要求梯度的输入，模块的反向 hook 得到的是 None；"
         "Function 对没有送来的梯度得到的也是 None。",
         f"跳过 None：if {path} is not None: ...；或者给模块一个要求梯度的输入。")))


def in_variable(scene: Scene, name: str, binding: Event) -> Told:
    """A variable that is None, often what a function without a return gave."""
    line = binding["line"]
    statement = scene.reading.program.statement_at(line)
    value = getattr(statement, "value", None)
    is_call = isinstance(statement, ast.Assign) and isinstance(value, ast.Call)
    text = scene.reading.program.text(value) if isinstance(value, ast.Call) and is_call else ""
    change = (f"Let what {text} calls return its result.", f"让 {text} 所调用的函数返回结果。") \
        if is_call else (f"Give {name} a value before line {scene.line}.",
                         f"在第 {scene.line} 行之前给 {name} 一个值。")
    given = f": {text} returned it" if is_call else ""
    given_zh = f"：它是 {text} 返回的" if is_call else ""
    return Told(both(
        (f"{name} is None",
         f"{name} is None{on_line(scene.line)}, since{on_line(line)}{given}."
         .replace("since on line", "since line"),
         "A function that ends without return returns None.", change[0]),
        (f"{name} 是 None",
         f"{at_line(scene.line)}的 {name} 是 None，从{at_line(line)}开始{given_zh}。",
         "没有 return 就结束的函数返回 None。", change[1])), lines=(line,))
