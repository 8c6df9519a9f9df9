"""Explain a saved tensor that was changed in place: the line that did, what to write instead."""

from __future__ import annotations

import re

from server.findings.diagnosis import at_line, both, on_line
from server.document.finding import Fix
from server.findings.failure import edits
from server.findings.failure.scene import Scene, Told
from server.findings.reading import Event
from server.findings.scope import Scope

TARGET = r"[A-Za-z_][\w.]*(?:\[[^\]]*\])*"
AUGMENTED = re.compile(rf"({TARGET})\s*(\*\*|//|[-+*/@%])=\s*(.+)")
METHOD = re.compile(rf"({TARGET})\.(\w+)_\((.*)\)")
ENTRY = re.compile(rf"({TARGET})\[[^=]*\]\s*(?:[-+*/]|\*\*)?=")
CALLED = re.compile(rf"({TARGET})\.\w+_\(")
CHANGED = re.compile(rf"({TARGET})\s*[-+*/]=")
WRITES = re.compile(r"\]\s*(?:[-+*/@%]|\*\*|//)?=(?!=)|[-+*/@%]=|\w_\(|\bstep\(")
# Methods in place without an ordinary form: what to write instead of `name.method_(given)`.
INSTEAD = {"copy": "{name} = {given}.clone()", "zero": "{name} = torch.zeros_like({name})",
           "fill": "{name} = torch.full_like({name}, {given})"}
ORDINARY = frozenset((
    "abs add addcdiv addcmul ceil clamp clip cos div exp floor index_add index_copy index_fill "
    "lerp log masked_fill masked_scatter mul neg pow relu round rsqrt scatter scatter_add sigmoid "
    "sin sqrt sub tanh tril triu").split())
# A statement of more characters is said by the method that it calls.
MOST_OF_STATEMENT = 40

# What to change, in English and in Chinese, and how.
Change = tuple[str, str, tuple[Fix, ...]]
COPY = ("Write into a copy, which clone() makes, or make a new tensor.",
        "写入 clone() 得到的副本，或者新建张量。", ())


def explain(scene: Scene, _: re.Match[str]) -> Told | None:
    """Return what is told of a node whose saved tensor has another version than it saved."""
    node = next(iter(scene.fail["blame"]["nodes"]), "")
    made = scene.nodes.get(node)
    saved = None if made is None else next(
        (one for one in made["saved"] if one.get("tensor") is not None
         and version(scene, one["tensor"]) > one["version"]), None)
    if made is None or saved is None:
        return None
    tensor = saved["tensor"]
    at = next((i for i in scene.reading.writes[tensor]
               if scene.reading.events[i]["version"] > saved["version"]), None)
    if at is None:
        return None
    write = scene.reading.events[at]
    by, line = statement(scene, write), write["line"]
    name, is_view = named(scene, tensor)
    now = version(scene, tensor)
    change = change_of(scene, write, at)
    en = "a tensor" if name is None else f"a view of {name}" if is_view else name
    zh = "张量" if name is None else f" {name}{' 的视图' if is_view else ''}"
    words = both(
        ("A saved tensor was changed in place",
         f"{scene.node_text(node)} saved {en} at version {saved['version']}; {by}{on_line(line)} "
         f"changed it; now it is at version {now}.",
         "The derivative needs the old numbers, and they are gone.", change[0]),
        ("保存的张量被原地修改了",
         f"{scene.node_text(node)} 保存了版本 {saved['version']} 的{zh}；"
         f"{at_line(line)}的 {by} 改变了它，现在是版本 {now}。",
         "求导需要原来的数值，而它们已经不在了。", change[1]))
    return Told(words, "overwritten", (made["line"], line), (tensor,), change[2])


def version(scene: Scene, tensor: str) -> int:
    """Return the version of a tensor where the program failed."""
    return max((scene.reading.events[i]["version"] for i in scene.reading.writes.get(tensor, ())),
               default=0)


def base_of(scene: Scene, tensor: str) -> str | None:
    """Return the tensor of which another is a view; None if it is no view."""
    for event in scene.nodes.values():
        for out in event["outputs"]:
            if out["tensor"] == tensor and out["view_of"] is not None:
                base: str = out["view_of"]
                return base
    return None


def named(scene: Scene, tensor: str) -> tuple[str | None, bool]:
    """Return what a tensor is called, or that of which it is a view, and whether it is one."""
    own, base = scene.name_of(tensor), base_of(scene, tensor)
    return (own, False) if own is not None or base is None else (scene.name_of(base), True)


def statement(scene: Scene, write: Event) -> str:
    """Return a write as it is written: `y[0] = 0`, `y += 1`; else what it is called."""
    text = scene.text(write["line"]).strip()
    is_one = not re.search("[;:]", re.sub(r"\[[^\]]*\]", "", text))
    if is_one and len(text) <= MOST_OF_STATEMENT and WRITES.search(text):
        return text
    by: str = write["by"]
    return "step()" if by == "step" else ".data" if by == "data" else f"{by}()"


def change_of(scene: Scene, write: Event, at: int) -> Change:
    """Return what to change, so that the saved numbers stay."""
    line, text = write["line"], scene.text(write["line"]).strip()
    if write["by"] == "step" or waits(scene, write["tensor"]):
        return (f"Run this backward before line {line} changes it, or compute the result anew "
                "afterwards.",
                f"在{at_line(line) or '这次写入'}改变它之前运行这次反向传播，"
                "或者在那之后重新计算结果。", ()) if line else COPY
    if re.search(r"\binplace\s*=\s*True\b", text):
        return (f"Leave out inplace=True{on_line(line)}.", f"去掉{at_line(line)}的 inplace=True。",
                edits.without(scene, line, "inplace"))
    scope = Scope(scene.reading.events, at)
    new = rewritten(scope, write, text)
    if new is not None:
        return (f"Make a new tensor{on_line(line)}: {new}, not {text}.",
                f"在{at_line(line) or '那里'}新建张量：写 {new}，不要写 {text}。",
                edits.in_place_of(scene, line, new))
    for pattern in (ENTRY, CALLED, CHANGED):
        own = pattern.match(text)
        if own and "[" not in own[1] and scope.tensor(own[1]) in (write["tensor"], write["via"]) \
                and scope.tensor(own[1]) is not None:
            return (f"Write into a copy: {own[1]} = {own[1]}.clone() before line {line}.",
                    f"写入副本：在{at_line(line) or '写入'}之前加上 "
                    f"{own[1]} = {own[1]}.clone()。",
                    edits.before(scene, line, f"{own[1]} = {own[1]}.clone()"))
    return COPY


def waits(scene: Scene, tensor: str) -> bool:
    """Whether a tensor, or what it is a view of, is a leaf that requires grad."""
    return scene.is_trained(base_of(scene, tensor) or tensor)


def rewritten(scope: Scope, write: Event, text: str) -> str | None:
    """Return the statement of a write without writing in place; None if it is of another kind."""
    found = AUGMENTED.fullmatch(text)
    if found and "[" not in found[1] and scope.tensor(found[1]) == write["tensor"]:
        value = found[3] if re.fullmatch(r"[\w.]+", found[3]) else f"({found[3]})"
        return f"{found[1]} = {found[1]} {found[2]} {value}"
    found = METHOD.fullmatch(text)
    if not found or "[" in found[1] or scope.tensor(found[1]) != write["tensor"]:
        return None
    name, called, given = found.groups()
    if called in INSTEAD:
        return INSTEAD[called].format(name=name, given=given)
    return f"{name} = {name}.{called}({given})" if called in ORDINARY else None
