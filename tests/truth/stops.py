"""Explanations of errors that are Python's or of shapes, and of what ended the run."""

from __future__ import annotations

import re

from tests.truth.mistakes import fail
from tests.truth.moment import Moment
from tests.truth.table import explains, says, truths

truths(
    ("Neither transposing nor swapping makes them fit: reshape one, or make it with another size.",
     "转置或者交换都对不上：改变其中一个的形状，或者换一个大小。"),
)


@explains("One tensor has {one} entries where the other has {other}.",
      "一个张量在这一维有 {one} 个元素，另一个有 {other} 个。")
@explains("The left one is {one}, the right one {other}.", "左边是 {one}，右边是 {other}。")
def sizes(at: Moment, one, other) -> bool:
    """The sizes in torch's own words."""
    words = re.findall(r"\d+", fail(at)["message"])
    said = re.findall(r"\d+", f"{one} {other}")
    return all(n in words for n in said) and bool(said)


def matrices(at: Moment) -> tuple[list[int], list[int]] | None:
    """The two shapes that torch could not multiply."""
    found = re.search(r"\((\d+)x(\d+) and (\d+)x(\d+)\)", fail(at)["message"])
    if found is None:
        return None
    a, b, c, d = (int(n) for n in found.groups())
    return [a, b], [c, d]


@explains("Swap them: the other way round they fit.", "交换顺序，就对得上了。", how="swap")
@explains("Transpose the left one (.T): then they fit.", "转置左边的一个（.T），就对得上了。", how=
      "left")
@explains("Transpose the right one (.T): then they fit.", "转置右边的一个（.T），就对得上了。", how=
      "right")
def fit(at: Moment, how) -> bool:
    """The change makes a row as long as a column."""
    found = matrices(at)
    if found is None:
        return False
    (a, b), (c, d) = found
    return {"swap": d == a, "left": a == c, "right": b == d}[how]


@explains("{layer} has in_features={wanted}, and the last dimension of its input is {given}.",
      "{layer} 的 in_features={wanted}，而输入的最后一维是 {given}。")
@explains("Make the layer nn.Linear({given}, {out}), or give it an input whose last dimension is "
      "{wanted}.", "把这一层写成 nn.Linear({given}, {out})，或者让输入的最后一维是 {wanted}。")
def layer(at: Moment, wanted, given, layer=None, out=None) -> bool:
    """The sizes in torch's own words, of input and transposed weight."""
    found = matrices(at)
    if found is None:
        return False
    (_, b), (c, d) = found
    return given == str(b) and wanted == str(c) and out in (None, str(d)) \
        and (layer in (None, "The layer", "这一层") or layer.split(".")[0] in at.tape.code)


@explains("Did you mean {near}?", "你要写的是 {near} 吗？")
@explains("Written almost like it: {near}.", "写法相近的有：{near}。")
@explains("Write {near} instead of {name}.", "把 {name} 写成 {near}。")
def misspelled(at: Moment, near, name=None) -> bool:
    """The wrong name is in the code and in Python's words, which the near one resembles."""
    words = re.findall(r"'(\w+)'", fail(at)["message"])
    wrong = [name] if name else words
    nears = re.split(r", | and |、", near)
    return bool(wrong) and all(word in at.tape.code for word in wrong[-1:]) and all(
        set(one) & set(wrong[-1]) and one != wrong[-1] for one in nears)


def message(at: Moment) -> str:
    """Python's words, on one line."""
    return fail(at)["message"].removesuffix(".")


@explains("The program stopped on line {line}: {words}.", "程序停在第 {line} 行：{words}。")
@explains("The program stopped on line {line}.", "程序停在第 {line} 行。", words="")
@explains("Python stops reading on line {line}: {words}.", "它停在第 {line} 行：{words}。")
def stopped(at: Moment, line, words) -> bool:
    """The exception, with its own words and line."""
    said, own = words.split("\n")[0], message(at)
    return line == str(fail(at)["line"]) and (said in own or own.split("\n")[0] in words)


@explains("It had not made any tensor before.", "在那之前还没有创建过张量。", has=False)
@explains("Everything up to there is on the tape.", "在那之前的一切都有记录。", has=True)
@explains("Step back from here to see what the values were.", "从这里往回走，看看当时的数值。"
                                                              "", has=True)
@explains("The whole program is read before its first line runs, so nothing has run.",
      "程序要先整个读完才开始运行，所以什么都还没有运行。", has=False)
def is_first(at: Moment, has) -> bool:
    """Whether there is anything to step back to."""
    return any(e["kind"] in ("leaf", "op") for e in at.tape.events[: at.end]) is has


@explains("The program asked for a CUDA device.", "程序要使用 CUDA 设备。")
def cuda(at: Moment) -> bool:
    """torch's words are of CUDA."""
    return re.search("cuda|nvidia", fail(at)["message"], re.IGNORECASE) is not None


@says("{type}: {words}", "{type}: {words}", on="fail")
@says("{type}", "{type}", on="fail", words="")
def other(at: Moment, type, words) -> bool:
    """An error that no lesson knows, in Python's own words, cut where they are long."""
    said = words.removesuffix("…").rstrip()
    return at.event["type"] == type and at.event["message"].startswith(said) \
        and (words == said or len(at.event["message"]) > len(said)) and bool(said or not words)
