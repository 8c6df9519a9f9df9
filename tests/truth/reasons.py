"""Why a `.grad` is None, and what to change: each reason is held against the tape."""

from __future__ import annotations

from tests.truth.causes import names_of
from tests.truth.moment import Moment
from tests.truth.table import explains, truths

truths(
    ("torch.autograd.grad() returns gradients; it puts none into .grad.",
     "torch.autograd.grad() 会返回梯度，但不写入 .grad。"),
    ("Use what it returned, or call backward().", "使用它返回的结果，或者改用 backward()。"),
    ("Call backward() on a result first.", "先对某个结果调用 backward()。"),
    ("Read it before it is emptied: after backward(), before zero_grad().",
     "在清空之前读取它：在 backward() 之后、zero_grad() 之前。"),
)


def every(at: Moment, names: str, holds) -> bool:
    """Whether something holds of a tensor of each name in a list."""
    return all(any(holds(t) for t in at.tensors(name)) for name in names_of(names))


@explains("No backward has run yet: .grad is filled by backward(), not before.",
      "还没有运行过 backward()：.grad 是由它填写的。")
def no_backward(at: Moment) -> bool:
    """No call has filled a `.grad`."""
    return not any(e["kind"] == "grad" and e["by"] == "accumulate"
                   for e in at.tape.events[: at.end])


@explains("{name} is no leaf: {node} made it, and the gradient passes through it without being "
          "kept.",
      "{name} 不是叶子：它由 {node} 得到，梯度只是经过，不会留下。")
def not_leaf(at: Moment, name, node) -> bool:
    """A result of a node, which keeps no gradient."""
    return every(at, name, lambda t: (made := at.tape.maker[t].at(at.end)) is not None
                 and at.is_node(node, made[0], at.end - 1)
                 and at.tape.grad[t].at(at.end) is None)


def is_result(at: Moment, tensor: str) -> bool:
    """Whether a tensor is no leaf: a node made it, or it has no AccumulateGrad of its own."""
    return at.tape.maker[tensor].at(at.end) is not None or (
        at.tape.requires[tensor].at(at.end) and tensor not in at.tape.accumulate)


@explains("{name} is no leaf, and the gradient passes through it without being kept.",
      "{name} 不是叶子，梯度只是经过，不会留下。")
def not_leaf_either(at: Moment, name) -> bool:
    """A result of what the tape does not tell, which keeps no gradient."""
    return every(at, name, lambda t: is_result(at, t) and at.tape.maker[t].at(at.end) is None
                 and at.tape.grad[t].at(at.end) is None)


@explains("Say {name}.retain_grad() before the backward, or look at the leaf's .grad.",
      "在反向传播之前调用 {name}.retain_grad()，或者查看叶子的 .grad。")
def retain(at: Moment, name) -> bool:
    """What is named is no leaf."""
    return every(at, name, lambda t: is_result(at, t))


@explains("{name} was a leaf, but line {line} gave the name to a new result, and results keep no "
      "gradient.", "{name} 原来是叶子，但第 {line} 行把这个名字给了一个新的运算结果，"
                   "结果不保留梯度。")
def rebound(at: Moment, name, line) -> bool:
    """The name meant a leaf before, and was given to a result on that line."""
    given = [(e["line"], e["tensor"]) for e in at.tape.events[: at.end]
             if e["kind"] == "name" and e["name"] == name]
    return any(t in at.tape.accumulate for _, t in given) and any(
        str(at_line) == line and at.tape.maker[t].at(at.end) for at_line, t in given)


@explains("Change {name} in place, inside torch.no_grad(): {same} -= ... instead of {left} = "
          "{right} - "
      "...", "放在 torch.no_grad() 里原地修改：写 {name} -= ...，不要写 {left} = {right} - ...。")
def in_place(at: Moment, name, left, right, same=None) -> bool:
    """The fix names one variable."""
    return len({name, left, right} | ({same} - {None})) == 1 and bool(at.tensors(name))


@explains("{name} does not require grad, because {cut}.", "{name} 不要求梯度，因为{cut}。")
def asks_none_for(at: Moment, name, cut) -> bool:
    """A tensor behind a cut."""
    return every(at, name, lambda t: not at.tape.requires[t].at(at.end)) and at.fits("cut", cut)


@explains("{name} does not require grad: its requires_grad is False.",
      "{name} 不要求梯度：它的 requires_grad 是 False。")
@explains("Create {name} with requires_grad=True.", "创建 {name} 时加上 requires_grad=True。")
def asks_none(at: Moment, name) -> bool:
    """A tensor that requires no grad."""
    return every(at, name, lambda t: not at.tape.requires[t].at(at.end))


@explains("{name} does not require grad: line {line} set its requires_grad to False.",
          "{name} 不要求梯度：第 {line} 行把它的 requires_grad 设成了 False。")
@explains("Leave out line {line}, if {name} is to get a gradient.",
          "如果 {name} 应该得到梯度，去掉第 {line} 行。")
def set_on(at: Moment, name, line) -> bool:
    """The line made the tensor require no grad."""
    return every(at, name, lambda t: any(
        e.get("what") == "requires_grad_" and e["tensor"] == t and not e["requires_grad"]
        for _, e in at.on_line(line)))


@explains("{fix}, or look at the tensor before the cut.", "{fix}，或者查看切断之前的张量。")
@explains("{fix}.", "{fix}。")
def fixed(at: Moment, fix) -> bool:
    """A change that the code allows."""
    return at.fits("fix", fix)


def roots_of(at: Moment, root: str | None) -> list[str]:
    """The nodes at which backward calls began; of a root that is named those of this one."""
    begins = [e for e in at.tape.events[: at.end]
              if e["kind"] == "backward" and e["phase"] == "begin"]
    return [one["node"] for e in begins for one in e["roots"]
            if root is None or at.said(root, one["tensor"], at.end - 1)
            or at.is_node(root, one["node"], at.end - 1)]


def ways(at: Moment, root: str | None, leaf: str) -> bool:
    """Whether the tape leads from a root of a backward call to a leaf."""
    return leads(roots_of(at, root), at, leaf)


def leads(todo: list[str], at: Moment, leaf: str) -> bool:
    """Whether the tape leads from some of these nodes to a leaf."""
    goal, seen = at.tape.accumulate.get(leaf), set()
    while todo:
        node = todo.pop()
        if node == goal:
            return True
        if node not in seen and node in at.tape.nodes:
            seen.add(node)
            todo += [edge["to"] for edge in at.tape.nodes[node]["edges"] if edge["to"]]
    return False


def root_of(text: str) -> str | None:
    """The root that a sentence names."""
    return None if text.strip() in ("what went backward", "the result", "反向传播的起点") else text


def is_unreached(at: Moment, root: str, name: str) -> bool:
    """Whether backward began at the root, and no way leads from there to what is named."""
    return bool(roots_of(at, root_of(root))) and every(
        at, name, lambda t: not ways(at, root_of(root), t))


@explains("No way on the tape leads from {root} to {name}, and {cut}.",
      "计算图上没有从 {root} 到 {name} 的路，并且{cut}。")
@explains("No way on the tape leads from {root} to {name}.",
      "计算图上没有从 {root} 到 {name} 的路。")
def not_reached(at: Moment, root, name, cut=None) -> bool:
    """No path of the graph goes from what went backward to the leaf."""
    return is_unreached(at, root, name) and (cut is None or at.fits("cut", cut))


@explains("Use {name} in what leads to {root}, or drop it.", "让 {name} 参与计算 {root}，"
                                                             "或者去掉它。")
@explains("Use {name} in what leads to the result, or drop it.", "让 {name} 参与计算，或者去掉它。",
      root="the result")
def use_it(at: Moment, name, root) -> bool:
    """The fix is about a leaf that is not reached."""
    return is_unreached(at, root, name)


@explains("Backward has not come to {name} yet.", "反向传播还没有到达 {name}。")
@explains("Read {name}.grad when backward() is over.", "在 backward() 结束之后再读取 {name}.grad。")
def under_way(at: Moment, name) -> bool:
    """A call is under way, and the tensor has no gradient yet."""
    return at.tape.calls[min(at.end - 1, len(at.tape.events) - 1)] is not None and every(
        at, name, lambda t: at.tape.grad[t].at(at.end) is None)


def has_failed(at: Moment, call: int) -> bool:
    """Whether a backward call has raised an exception."""
    last = at.tape.ends.get(call)
    if last is None:
        return any(e["kind"] == "fail" for e in at.tape.events[at.tape.begins[call] : at.end])
    return last < at.end and at.tape.events[last]["failed"]


@explains("The backward on line {line} failed before it filled {name}.grad.",
          "第 {line} 行的反向传播在填写 {name}.grad 之前失败了。")
@explains("Read {name}.grad after a backward that succeeds.",
          "在成功的反向传播之后再读取 {name}.grad。")
def failed_before(at: Moment, name, line=None) -> bool:
    """A call that leads to the tensor, and had to fill its `.grad`, raised an exception."""
    return every(at, name, lambda t: at.tape.grad[t].at(at.end) is None and any(
        has_failed(at, call) and line in (None, str(begin["line"]))
        and (begin["inputs"] is None or t in begin["inputs"]) and begin["api"] == "backward"
        and leads([one["node"] for one in begin["roots"]], at, t)
        for call, i in at.tape.begins.items() for begin in [at.tape.events[i]]))


@explains("autograd.grad() was given other inputs than {name}, and puts nothing into .grad.",
          "autograd.grad() 的 inputs 里没有 {name}，它也不写入 .grad。")
@explains("Put {name} among the inputs, or call backward().",
          "把 {name} 加入 inputs，或者调用 backward()。")
@explains("backward(inputs=...) was given other tensors only, so nothing is added to {name}.",
      "backward(inputs=...) 只给了别的张量，所以不会累加到 {name}。")
@explains("Put {name} among the inputs, or leave inputs out.", "把 {name} 加入 inputs，或者不写 "
                                                               "inputs。")
def left_out(at: Moment, name) -> bool:
    """Some call had inputs, and the tensor was not one of them."""
    asked = [e["inputs"] for e in at.tape.events[: at.end]
             if e["kind"] == "backward" and e["phase"] == "begin" and e["inputs"] is not None]
    return bool(asked) and every(at, name, lambda t: any(t not in some for some in asked))


@explains("{node} sent no gradient towards {name}, though a way leads there.",
          "有路通向 {name}，但 {node} 没有送出通向它的梯度。")
@explains("Use {name} without {node}, or drop it.", "不经过 {node} 使用 {name}，或者去掉它。")
def unsent(at: Moment, node, name) -> bool:
    """The node got a gradient, stands on a way to the leaf, and sent nothing along any."""
    ran = {e["node"] for e in at.tape.events[: at.end] if e["kind"] == "run" and any(e["grads"])}
    told = [one for one in ran if at.is_node(node, one, at.end - 1)]
    return every(at, name, lambda t: any(is_silent(at, one, t) for one in told))


def is_silent(at: Moment, node: str, leaf: str) -> bool:
    """Whether a node leads to a leaf, and no gradient went from it along any way there."""
    ends = [e["to"] for e in at.tape.events[: at.end]
            if e["kind"] == "flow" and e["node"] == node]
    return leads([node], at, leaf) and not leads(ends, at, leaf)


@explains("Return a gradient from the backward of {owner}.", "让 {owner} 的 backward 返回梯度。")
def returned_none(at: Moment, owner) -> bool:
    """The program has such a Function, and its node got a gradient and sent none to an input."""
    if not at.tape.is_function_method(f"{owner}.backward"):
        return False
    return any(e["kind"] == "run" and any(e["grads"])
               and (known := at.tape.nodes.get(e["node"])) is not None
               and known["name"] == f"{owner}Backward"
               and {edge["to"] for edge in known["edges"]} - {None}
               - {f["to"] for f in at.tape.events[: at.end]
                  if f["kind"] == "flow" and f["node"] == e["node"]}
               for e in at.tape.events[: at.end])


@explains("The way back to {name} is cut: {cut}.", "通向 {name} 的路断了：{cut}。")
def cut_off(at: Moment, name, cut) -> bool:
    """A cut on the way to a leaf."""
    return bool(names_of(name)) and every(at, name, lambda t: True) and at.fits("cut", cut)


@explains("{name}.grad was there, and was emptied on line {line}.",
      "{name}.grad 曾经有值，在第 {line} 行被清空了。")
def emptied(at: Moment, name, line) -> bool:
    """A `.grad` that was set to None on that line."""
    return every(at, name, lambda t: any(
        e["kind"] == "grad" and e["tensor"] == t and e["before"] is not None
        and e["after"] is None for _, e in at.on_line(line)))
