"""Explain errors of names that do not exist, of calls of what is not there."""

from __future__ import annotations

import ast
import difflib
import re

from server.document.finding import Fix
from server.findings.diagnosis import both, listed, on_line
from server.findings.failure.scene import Scene, Told

# What programs call the modules that they use, and how they get them.
IMPORTS = {
    "torch": "import torch", "nn": "from torch import nn", "np": "import numpy as np",
    "F": "import torch.nn.functional as F", "optim": "from torch import optim",
    "math": "import math", "copy": "import copy", "random": "import random",
    "numpy": "import numpy", "Variable": "from torch.autograd import Variable",
    "Function": "from torch.autograd import Function",
}
# As alike as this must two names be.
LEAST_RATIO = 0.7
MOST_NEAR = 3


def explain_missing(scene: Scene, parts: re.Match[str]) -> Told | None:
    """A name or an attribute that does not exist: those that are written almost like it."""
    missing = parts[1]
    message: str = scene.fail["message"]
    told = re.search(r"^Near: (.*)\.$", message, re.M)
    near = told[1].split(", ") if told else like(scene, missing)
    first = message.split("\n")[0].removesuffix(".")
    if not near:
        return unknown_module(scene, missing, first) if scene.fail["type"] == "NameError" else None
    program = scene.reading.program
    places = [node for node in ast.walk(program.tree) if getattr(node, "lineno", 0) == scene.line
              and (isinstance(node, ast.Name) and node.id == missing
                   or isinstance(node, ast.Attribute) and node.attr == missing)]
    fixes: list[Fix] = []
    if len(places) == 1 and isinstance(places[0], (ast.Name, ast.Attribute)):
        text = program.text(places[0])
        new = text[: len(text) - len(missing)] + near[0]
        fixes = [Fix(f"write {near[0]} instead of {missing}", f"把 {missing} 写成 {near[0]}",
                     (program.replaced(places[0], new),))]
    return Told(both(
        (f"Did you mean {near[0]}?",
         f"The program stopped{on_line(scene.line)}: {first}.",
         f"Written almost like it: {listed(near)}.",
         f"Write {near[0]} instead of {missing}."),
        (f"你要写的是 {near[0]} 吗？",
         f"程序停在{stop(scene)}：{first}。",
         f"写法相近的有：{'、'.join(near)}。",
         f"把 {missing} 写成 {near[0]}。")), fixes=tuple(fixes))


def stop(scene: Scene) -> str:
    """Return where the program stopped, in Chinese."""
    return "这里" if scene.line is None else f"第 {scene.line} 行"


def like(scene: Scene, missing: str) -> list[str]:
    """Return the names of the program that are written almost like one, the nearest first."""
    program = scene.reading.program
    if scene.fail["type"] == "NameError":
        names = {node.id for node in ast.walk(program.tree)
                 if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        names |= {node.name for node in ast.walk(program.tree)
                  if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        names |= {node.arg for node in ast.walk(program.tree) if isinstance(node, ast.arg)}
        names |= {(alias.asname or alias.name).partition(".")[0] for node in ast.walk(program.tree)
                  if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
    else:
        names = attributes(scene, missing)
    names.discard(missing)
    return difflib.get_close_matches(missing, sorted(names), MOST_NEAR, LEAST_RATIO)


def attributes(scene: Scene, missing: str) -> set[str]:
    """Return what the object on the line is known to have: its parts, and what its class sets."""
    program = scene.reading.program
    of = re.match(r"'(\w+)' object", scene.fail["message"])
    names = set()
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Attribute) and node.attr == missing \
                and node.lineno == scene.line:
            owner = program.text(node.value)
            known = (path[len(owner) + 1 :] for path, _ in scene.scope.paths_of(owner))
            names |= {re.split(r"[.\[]", path)[0] for path in known}
        if isinstance(node, ast.ClassDef) and of is not None and node.name == of[1]:
            names |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
                      and isinstance(each.value, ast.Name) and each.value.id == "self"
                      and isinstance(each.ctx, ast.Store)}
            names |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    return names


def unknown_module(scene: Scene, missing: str, message: str) -> Told | None:
    """A module that was not imported."""
    how = IMPORTS.get(missing)
    if how is None:
        return None
    body = scene.reading.program.tree.body
    first = next((each for each in body if not is_preamble(each)), None)
    fixes = () if first is None else (Fix(
        f"add {how}", f"加上 {how}", (scene.reading.program.inserted_before(first, how),)),)
    return Told(both(
        (f"{missing} was not imported",
         f"The program stopped{on_line(scene.line)}: {message}.",
         "A program has the names only that it defines or imports.",
         f"Write {how} at its beginning."),
        (f"没有导入 {missing}",
         f"程序停在{stop(scene)}：{message}。",
         "程序里只有它自己定义或导入的名字。",
         f"在开头写上 {how}。")), fixes=fixes)


def is_preamble(statement: ast.stmt) -> bool:
    """Whether a statement must come before all imports: the docstring, imports from the future."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) \
        or isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def explain_unready_module(scene: Scene, _: re.Match[str]) -> Told:
    """A layer that is assigned before the module is set up."""
    program = scene.reading.program
    statement = program.statement_at(scene.line)
    fixes = () if statement is None else (Fix(
        "call super().__init__() first", "先调用 super().__init__()",
        (program.inserted_before(statement, "super().__init__()"),)),)
    return Told(both(
        ("super().__init__() is missing",
         f"Line {scene.line} gives a module a part before Module.__init__() has run.",
         "Module.__init__() makes the tables in which a module registers its parameters.",
         "Call super().__init__() in the first line of __init__."),
        ("缺少 super().__init__()",
         f"第 {scene.line} 行在 Module.__init__() 运行之前就给模块加上了一部分。",
         "Module.__init__() 建立模块登记参数的表。",
         "在 __init__ 的第一行调用 super().__init__()。")), fixes=fixes)
