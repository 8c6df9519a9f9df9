"""Explanations of tensors that share memory, and of variables that share a tensor or a net."""

from __future__ import annotations

from tests.truth.causes import names_of
from tests.truth.moment import Moment
from tests.truth.table import explains, truths

truths(
    ("A tensor that is assigned to .data is not copied, nor is what from_numpy() takes.",
     "赋给 .data 的张量不会被复制，交给 from_numpy() 的数组也不会。"),
    ("Give each a copy of its own: .data.copy_(...), or clone().",
     "让每个都有自己的副本：.data.copy_(...)，或者 clone()。"),
    ("With inplace=True the result takes the place of the input: whatever else has this tensor "
     "sees the new numbers.",
     "inplace=True 让结果取代输入：凡是用到这个张量的地方，看到的都是新的数值。"),
)


@explains("{names} share memory", "{names} 共用内存")
def share_memory(at: Moment, names: str) -> bool:
    """A write through one of them wrote each of the others."""
    tensors = {tensor for name in names_of(names) for tensor in at.tensors(name)}
    joined = {(e["tensor"], e["via"]) for e in at.tape.events if e["kind"] == "write" and e["via"]}
    through = {via for tensor, via in joined if {tensor, via} <= tensors}
    return len(names_of(names)) > 1 and any(
        all(t == via or (t, via) in joined for t in tensors) for via in through)


@explains("The step on line {line} that writes {name} writes {names} as well: they share memory.",
          "第 {line} 行的优化步写入 {name} 时，也写入了 {names}：它们共用内存。")
def step_writes_both(at: Moment, line: str, name: str, names: str) -> bool:
    """A step on the line wrote them through it."""
    via = at.tensors(name)
    return all(any(e["kind"] == "write" and e["by"] == "step" and e["via"] in via
                   and e["tensor"] in at.tensors(each) for _, e in at.on_line(line))
               for each in names_of(names))


@explains("{name} was changed in place", "{name} 被原地改变了")
@explains("Leave out inplace=True, or give it {name}.clone().",
          "去掉 inplace=True，或者把 {name}.clone() 交给它。")
@explains("{by} on line {line} puts its result into {name}, and line {now} uses {same} after that.",
          "第 {line} 行的 {by} 把结果写进了 {name}，而第 {now} 行此后又用到 {same}。")
def changed_in_place(
    at: Moment, name: str, by: str | None = None, line: str | None = None, now: str | None = None,
    same: str | None = None,
) -> bool:
    """A tensor that had the name was written so, and is an input of an op of the later line."""
    tensors = {e["tensor"] for e in at.tape.events if e["kind"] == "name" and e["name"] == name}
    written = [i for i, e in enumerate(at.tape.events) if e["kind"] == "write"
               and e["tensor"] in tensors and by in (None, e["by"])
               and line in (None, str(e["line"]))]
    if not written or same not in (None, name) or "inplace" not in at.tape.code:
        return False
    return now is None or any(
        i > written[0] and e["kind"] == "op" and any(x.get("tensor") in tensors
                                                     for x in e["inputs"])
        for i, e in at.on_line(now))


truths(
    ("An assignment binds a name; it copies nothing.", "赋值只绑定名字，什么也不复制。"),
    ("The state that was kept is no copy", "保存的状态不是副本"),
    ("state_dict() returns the tensors of the module, not copies.",
     "state_dict() 返回的是模块自己的张量，不是副本。"),
    ("Keep copy.deepcopy(net.state_dict()) instead.", "改为保存 copy.deepcopy(net.state_dict())。"),
)

SECOND = ("{name} = {other} on line {line} makes no copy but a second name of the same net, so ",
          "第 {line} 行的 {name} = {other} 没有复制，只是给同一个网络起了第二个名字，所以")


@explains("{name} and {other} are one net", "{name} 与 {other} 是同一个网络")
@explains("Copy it: {name} = copy.deepcopy({other}).",
          "复制一份：{name} = copy.deepcopy({other})。")
def is_second_name(at: Moment, name: str, other: str, line: str | None = None) -> bool:
    """A line says so, and nothing else binds the names to what is no constant."""
    told = [n for n, text in enumerate(at.tape.lines, 1) if text.strip() == f"{name} = {other}"]
    return bool(told) and line in (None, str(told[0]))


@explains(f"{SECOND[0]}the loop on line {{now}} goes over the same parameters twice.",
          f"{SECOND[1]}第 {{now}} 行的循环两次经过的是同样的参数。")
@explains(f"{SECOND[0]}line {{now}} copies its parameters onto themselves.",
          f"{SECOND[1]}第 {{now}} 行把它的参数复制到它们自己上。")
def is_taken_for_two(at: Moment, name: str, other: str, line: str, now: str) -> bool:
    """The later line has both names."""
    text = at.tape.text(int(now))
    return is_second_name(at, name, other, line) and f"{name}." in text and f"{other}." in text


@explains(f"{SECOND[0]}the step on line {{now}} changes {{same}} as well.",
          f"{SECOND[1]}第 {{now}} 行的优化步也改变了 {{same}}。")
def is_moved_too(at: Moment, name: str, other: str, line: str, now: str, same: str) -> bool:
    """A step on the line writes a part of the net."""
    parts = {e["tensor"] for e in at.tape.events
             if e["kind"] == "name" and e["name"].startswith(f"{other}.")}
    return name == same and is_second_name(at, name, other, line) and any(
        e["kind"] == "write" and e["by"] == "step" and e["tensor"] in parts
        for _, e in at.on_line(now))


@explains("load_state_dict on line {now} copies each parameter onto itself: what state_dict() "
          "returned on line {line} has changed with every step since.",
          "第 {now} 行的 load_state_dict 把每个参数复制到它自己上：第 {line} 行的 state_dict() "
          "返回的东西此后随着每一步一起改变了。")
def is_no_snapshot(at: Moment, now: str, line: str) -> bool:
    """What is copied on one line shares the memory of its target since the other."""
    of = {e["tensor"]: e["of"] for _, e in at.on_line(line)
          if e["kind"] == "mode" and e["what"] == "detach"}
    copies = [[x.get("tensor") for x in e["inputs"]] for _, e in at.on_line(now)
              if e["kind"] == "op" and e["op"] == "copy"]
    return bool(copies) and all(of.get(source) == target for target, source in copies)


truths(
    ("backward() adds to the .grad of every leaf on its way, whichever optimizer holds it.",
     "backward() 会加到途中每个叶子的 .grad 上，不管它归哪个优化器管理。"),
    ("Call zero_grad() of this optimizer right before its own backward().",
     "在自己的 backward() 之前调用这个优化器的 zero_grad()。"),
)


@explains("Two losses train {names}", "两个损失都在训练 {names}")
@explains("The step on line {line} uses the gradients of {names} from backward {head} on line "
          "{now}, and with them what backward {held} on line {version} left there for the step on "
          "line {by}.",
          "第 {line} 行的优化步使用 {names} 的梯度时，除了第 {now} 行的第 {head} 次反向传播，"
          "还用上了第 {version} 行的第 {held} 次反向传播为第 {by} 行的优化步留下的梯度。")
def uses_both(
    at: Moment, names: str, line: str | None = None, head: str | None = None,
    now: str | None = None, held: str | None = None, version: str | None = None,
    by: str | None = None,
) -> bool:
    """Two calls in a row add to each of them, nothing empties it between, and the line steps."""
    begun = {(str(e["call"]), str(e["line"])) for e in at.tape.events
             if e["kind"] == "backward" and e["phase"] == "begin"}
    for name in names_of(names):
        events = [e for e in at.tape.events if e["kind"] == "grad"
                  and e["tensor"] in at.tensors(name)]
        calls = [str(e["call"]) for e in events]
        pairs = zip(events, events[1:], strict=False)
        if head is None:
            if not any(a["by"] == b["by"] == "accumulate" for a, b in pairs):
                return False
        elif f"{held} {head}" not in map(" ".join, zip(calls, calls[1:], strict=False)):
            return False
    return head is None or {(head, now), (held, version)} <= begun and all(any(
        e["kind"] == "write" and e["by"] == "step" for _, e in at.on_line(str(each)))
        for each in (line, by))
