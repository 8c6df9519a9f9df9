"""Sentences of the program itself: its calls, its values, what it prints, and where the tape ends.
"""

from __future__ import annotations

import re

from tests.truth.forward import whole_lists
from tests.truth.numbers import count_of
from tests.truth.moment import Moment
from tests.truth.table import says

HOW = {"returned": "return", "yielded": "yield", "ended with an exception": "raise",
       "返回后": "return", "产出后": "yield", "因异常结束后": "raise"}


@says("{call} is called.", "调用 {call}。", on="enter")
def called(at: Moment, call) -> bool:
    """A call begins."""
    return is_named(at.event, call)


def is_named(frame: dict, text: str) -> bool:
    """Whether a text says a call: by its name, or by what it is."""
    words = {"comprehension": ("the comprehension", "推导式"),
             "lambda": ("the lambda", "lambda")}
    text = re.sub("^The ", "the ", text.strip())
    return text in words.get(frame["of"], (frame["name"],))


def is_text(shown: str, text: str | None) -> bool:
    """Whether a short repr is shown as it is, or as the words for a tensor's shape."""
    shape = re.fullmatch(r"a tensor of shape (.+)|形状为 (.+) 的张量", shown.strip())
    return shown == text or shape is not None and text == f"tensor({shape[1] or shape[2]})"


@says("{call} returns.", "{call} 返回。", on="leave", how="return")
@says("{call} yields.", "{call} 产出。", on="leave", how="yield")
@says("{call} returns {result}.", "{call} 返回 {result}。", on="leave", how="return")
@says("{call} yields {result}.", "{call} 产出 {result}。", on="leave", how="yield")
@says("{call} ends with an exception.", "{call} 因异常结束。", on="leave", how="raise")
@says("{call} raises an exception.", "{call} 抛出了异常。", on="leave", how="raise")
@says("{call} is done.", "{call} 结束。", on="leave", how="return")
def left(at: Moment, call, how, result=None) -> bool:
    """A call ends."""
    event = at.event
    return is_named(at.tape.frames[event["frame"]], call) and event["how"] == how \
        and (result is None or is_text(result, event["result"]))


@says("{name} is {text}.", "{name} 是 {text}。", on="value")
def bound(at: Moment, name, text) -> bool:
    """A name means a plain value now."""
    return at.event["name"] == name and is_text(text, at.event["text"])


@says("The name {name} is unbound.", "变量名 {name} 已解除绑定。", on="value")
def unbound(at: Moment, name) -> bool:
    """A name means nothing any more."""
    return at.event["name"] == name and at.event["text"] is None


@says("It is called {name}.", "它叫 {name}。", on="name")
def named(at: Moment, name) -> bool:
    """A tensor has a name."""
    return at.event["name"] == name


@says("{name} is {value} now.", "{name} 现在是 {value}。", on="name")
def named_value(at: Moment, name, value) -> bool:
    """A name is given to a tensor of this value."""
    return at.event["name"] == name and at.shows(
        value, at.tape.value[at.event["tensor"]].at(at.i))


def given(at: Moment, call, how) -> list[dict]:
    """The names that are given once the last call has ended; none if another one has."""
    names = [i for i, event in enumerate(at.events) if event["kind"] == "name"]
    lefts = [i for i in range(max(names, default=0)) if at.events[i]["kind"] == "leave"]
    if not lefts:
        return []
    left = at.events[lefts[-1]]
    is_meant = left["how"] == how and is_named(at.tape.frames[left["frame"]], call)
    return [at.events[i] for i in names if i > lefts[-1]] if is_meant else []


@says("{call} has returned, and {names}.", "{call} 返回后，{names}。", how="return")
@says("{call} has yielded, and {names}.", "{call} 产出后，{names}。", how="yield")
@says("{call} has ended with an exception, and {names}.", "{call} 因异常结束后，{names}。",
      how="raise")
def has_ended(at: Moment, call, names, how) -> bool:
    """After a call some names have values."""
    pieces = names.replace("，", ", ").replace(" 是 ", " is ").replace(" 是", " is ")
    found = [part.partition(" is ") for part in
             whole_lists([p for comma in pieces.split(", ") for p in comma.split(" and ")])]
    return all(value and any(
        event["name"] == name and at.shows(value, at.tape.value[event["tensor"]].at(at.end))
        for event in given(at, call, how)) for name, _, value in found)


@says("{call} has returned, and {count} tensors have names now: {names}.",
      "{call} 返回后，{count} 个张量有了名字：{names}。", how="return")
@says("{call} has returned, and one tensor has a name now: {names}.",
      "{call} 返回后，1 个张量有了名字：{names}。", how="return")
@says("{call} has yielded, and {count} tensors have names now: {names}.",
      "{call} 产出后，{count} 个张量有了名字：{names}。", how="yield")
@says("{call} has ended with an exception, and {count} tensors have names now: {names}.",
      "{call} 因异常结束后，{count} 个张量有了名字：{names}。", how="raise")
def has_named(at: Moment, call, names, how, count="1") -> bool:
    """After a call some tensors have names, of which the first are listed."""
    said = names.replace("，另有", "、").replace(" and ", ", ").replace("、", ", ").split(", ")
    known = {event["name"] for event in given(at, call, how)}
    more = [part for part in said if part.strip().endswith(("more", "个"))]
    rest = count_of(more[0].strip().split()[0]) if more else 0
    return len(known) == count_of(count) and len(said) - len(more) + rest == len(known) \
        and all(part in known for part in said if part not in more)


# -- what it prints -------------------------------------------------------------------------------


@says("It prints: {text}", "打印：{text}", on="print", how="print")
@says("A warning: {text}", "警告：{text}", on="print", how="warning")
@says("The value is {text}", "值为 {text}", on="print", how="value")
def printed(at: Moment, text, how) -> bool:
    """The program writes something: its first line, cut where it is long."""
    event, shown = at.event, text.removesuffix("…").rstrip()
    whole = event["text"].rstrip()
    if how == "warning":
        head, _, rest = whole.partition("Warning: ")
        whole = rest if head.isidentifier() or not head else whole
    line = whole.split("\n")[0]
    is_cut = shown != text.rstrip() and (len(line) > 60 or "\n" in whole)
    return event["how"] == how and (line == text if not is_cut
                                    else line.replace(" ", "").startswith(shown.replace(" ", "")))


@says("It prints a blank line.", "打印一个空行。", on="print")
def printed_nothing(at: Moment) -> bool:
    """The program writes a line with nothing in it."""
    return at.event["how"] == "print" and at.event["text"].strip() == ""


@says("…", "…", on="any")
def more(at: Moment) -> bool:
    """There is more in the step than is said."""
    return at.end - at.first > 4


@says("The tape is full: it holds {count} events. From line {line} on the code ran without being "
      "recorded, and only what it printed is shown.",
      "记录已满，共 {count} 个事件。从第 {line} 行起，代码继续运行但不再记录，之后只显示它的输出。",
      on="full")
def full(at: Moment, count, line) -> bool:
    """The tape is full."""
    return count_of(count) == at.i and line == str(at.event["line"])
