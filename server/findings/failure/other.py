"""Exceptions that are told in Python's own words."""

from __future__ import annotations

import re

from server.findings.diagnosis import both, on_line
from server.findings.failure.scene import Scene, Told

# What Python says of a program that it cannot read; a program may raise them, too.
UNREADABLE = frozenset(("SyntaxError", "IndentationError", "TabError"))
MOST_OF_MESSAGE = 160


def explain_cuda(_: Scene, parts: re.Match[str]) -> Told:
    """A graphics card is asked for."""
    return Told(both(
        ("There is no graphics card here", "The program asked for a CUDA device.",
         "This page computes on the processor; gradients are the same.",
         'Say device = "cuda" if torch.cuda.is_available() else "cpu".'),
        ("这里没有显卡", "程序要使用 CUDA 设备。", "这里用处理器计算，梯度是一样的。",
         '写 device = "cuda" if torch.cuda.is_available() else "cpu"。')))


def brief(text: str) -> str:
    """Return the first line of a text, cut between two words where it is long."""
    line, *more = text.rstrip().split("\n")
    if len(line) <= MOST_OF_MESSAGE:
        return f"{line} …" if more else line
    end = line.rfind(" ", 0, MOST_OF_MESSAGE + 1)
    return f"{line[: end if end > MOST_OF_MESSAGE / 2 else MOST_OF_MESSAGE].rstrip()} …"


def explain(scene: Scene) -> Told:
    """Return what is told of an exception that is not known: its words, and where it is."""
    message = brief(scene.fail["message"]).removesuffix(".")
    if scene.fail["type"] in UNREADABLE and scene.at == 0:
        return unreadable(scene, message)
    where = "程序停下了" if scene.line is None else f"程序停在第 {scene.line} 行"
    is_first = not scene.reading.tensors
    what = (f"The program stopped{on_line(scene.line)}" + (f": {message}." if message else "."),
            where + (f"：{message}。" if message else "。"))
    why = ("Nothing is on the tape yet.", "计算图上还什么都没有。") if is_first else \
        ("Everything up to there is on the tape.", "在那之前的一切都有记录。")
    change = ("Change that line, and run again.", "修改这一行，然后再运行。") if is_first else \
        ("Step back from here to see what the values were.", "从这里往回走，看看当时的数值。")
    type_ = scene.fail["type"]
    return Told(both((type_, what[0], why[0], change[0]), (type_, what[1], why[1], change[1])))


def unreadable(scene: Scene, message: str) -> Told:
    """A program that Python cannot read."""
    where = "某处" if scene.line is None else f"第 {scene.line} 行"
    return Told(both(
        ("Python cannot read this",
         f"Python stops reading{on_line(scene.line)}: {message}.",
         "The whole program is read before its first line runs, so nothing has run.",
         "Mend that line, or the one above it, and run again."),
        ("Python 读不懂这段代码",
         f"它停在{where}：{message}。",
         "程序要先整个读完才开始运行，所以什么都还没有运行。",
         "请修改这一行或上一行，然后再运行。")))
