"""Explanations of errors: what happened, why, and what to change, held against the tape."""

from __future__ import annotations

import re

from tests.truth.causes import names_of
from tests.truth.numbers import is_shape
from tests.truth.reasons import every, is_unreached
from tests.truth.table import Moment, explains, truths

truths(
    ("This graph was used up", "这张图已经用过了"),
    ("A node lets go of its saved tensors as soon as it has run, to save memory.",
     "节点运行完就会释放保存的张量，以节省内存。"),
    ("A saved tensor was changed in place", "保存的张量被原地修改了"),
    ("The derivative needs the old numbers, and they are gone.", "求导需要原来的数值，而它们已经不在了。"),
    ("Write into a copy, which clone() makes, or make a new tensor.",
     "写入 clone() 得到的副本，或者新建张量。"),
    ("Backward starts from one number", "反向传播要从一个数开始"),
    ("A gradient is always of a single number.", "梯度总是针对一个数的。"),
    ("Call .sum() or .mean() first, or pass gradient= of the same shape.",
     "请先调用 .sum() 或 .mean()，或者传入同样形状的 gradient=。"),
    ("There is no way back from here", "从这里没有回去的路"),
    ("Only operations on tensors that require grad are put on the tape.",
     "只有对要求梯度的张量所做的运算才会记入计算图。"),
    ("Create an input with requires_grad=True.", "创建输入时加上 requires_grad=True。"),
    ("The way back is cut", "回去的路被切断了"),
    ("What lies behind the cut requires grad, but no gradient can get there.",
     "切口后面有要求梯度的张量，但梯度到不了那里。"),
    ("Integers have no gradient", "整数没有梯度"),
    ("A gradient says what a very small change does, and integers have no small changes.",
     "梯度说的是微小的变化会带来什么，而整数没有微小的变化。"),
    ("Write the numbers with a point, [1., 2.], or say dtype=torch.float32.",
     "把数写成小数，如 [1., 2.]，或者加上 dtype=torch.float32。"),
    ("The gradient has another shape than the result", "梯度与结果的形状不同"),
    ("Each element of the result needs its own weight.", "结果的每个元素都需要自己的权重。"),
    ("NumPy cannot follow the tape", "NumPy 不能记录历史"),
    ("What is computed in NumPy cannot be differentiated, so torch wants you to say that it does "
     "not matter.", "在 NumPy 里算的东西不能求导，所以 torch 要你说明这没有关系。"),
    ("A leaf may not be written into", "不能写入叶子"),
    ("The leaf that was used and the leaf that gets the gradient would no longer be the same.",
     "用过的叶子和将要得到梯度的叶子就不再是同一个了。"),
    ("For an update, do it inside torch.no_grad(); else make a new tensor, or clone() first.",
     "如果是更新，请放在 torch.no_grad() 里；否则新建张量，或者先 clone()。"),
    ("The result does not depend on this input", "结果不依赖这个输入"),
    ("torch takes this for a mistake unless it is told otherwise.", "除非另有说明，torch 把这看作错误。"),
    ("Leave it out of the inputs, or say allow_unused=True and expect None.",
     "把它从输入中去掉，或者加上 allow_unused=True，得到 None。"),
    ("These shapes do not fit together", "形状对不上"),
    ("Entry by entry, two sizes must be equal, or one of them 1.",
     "逐元素运算时，两个大小要么相等，要么其中一个是 1。"),
    ("Print both shapes, and reshape one, transpose it, or give it a dimension of 1.",
     "打印两个形状，改变其中一个的形状、转置，或者加一个大小为 1 的维。"),
    ("These matrices cannot be multiplied", "这两个矩阵不能相乘"),
    ("A row of the left one must be as long as a column of the right one.",
     "左边的一行必须和右边的一列一样长。"),
    ("The input does not fit the layer", "输入与这一层对不上"),
    ("A linear layer multiplies each row of its input by its weight, so the two must be equally "
     "long.", "线性层用权重去乘输入的每一行，所以两者必须一样长。"),
    ("There is no graphics card here", "这里没有显卡"),
    ("This page computes on the processor; gradients are the same.",
     "这里用处理器计算，梯度是一样的。"),
    ("Say device = \"cuda\" if torch.cuda.is_available() else \"cpu\".",
     "写 device = \"cuda\" if torch.cuda.is_available() else \"cpu\"。"),
    ("Python cannot read this", "Python 读不懂这段代码"),
    ("Mend that line, or the one above it, and run again.", "请修改这一行或上一行，然后再运行。"),
    ("Change that line, and run again.", "修改这一行，然后再运行。"),
)


def fail(at: Moment) -> dict:
    """The exception that ended the run."""
    return next((e for e in at.tape.events[at.first :] if e["kind"] == "fail"),
                {"message": "", "type": "", "line": None})


def nodes(at: Moment, text: str) -> list[dict]:
    """The nodes that a text says."""
    return [node for node in at.tape.nodes.values() if at.is_node(text, node["id"], at.end - 1)]


# -- saved tensors --------------------------------------------------------------------------------


@explains("{node} cannot run again: backward {call} on line {line} freed what it saved ({saved}).",
      "{node} 不能再运行一次：第 {line} 行的第 {call} 次反向传播已释放它保存的张量（{saved}）。")
@explains("{node} cannot run again: backward {call} on line {line} freed what it saved.",
      "{node} 不能再运行一次：第 {line} 行的第 {call} 次反向传播已释放它保存的张量。")
def freed(at: Moment, node, call, line, saved=None) -> bool:
    """The call ran the node and freed what it had saved."""
    begin = at.tape.begins.get(int(call))
    if begin is None or str(at.tape.events[begin]["line"]) != line:
        return False
    gone = {e["node"] for i, e in enumerate(at.tape.events[: at.end])
            if e["kind"] == "free" and at.tape.calls[i] == int(call)}
    return any(one["id"] in gone and (saved is None or is_saved(at, one, saved))
               for one in nodes(at, node))


def is_saved(at: Moment, node: dict, text: str) -> bool:
    """Whether each thing in a list is one that a node saved: by name, number or role."""
    return all(any(
        name == thing["name"] or at.said(name, thing.get("tensor"), at.end - 1)
        or "number" in thing and _is_number(name, thing["number"]) for thing in node["saved"])
        for name in names_of(text))


def _is_number(text: str, number: object) -> bool:
    """Whether a text is a plain number."""
    try:
        return abs(float(text) - float(number)) < 1e-4  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


@explains("{name} comes from the turn before and is used on line {line}.",
      "{name} 来自上一轮循环，又用在第 {line} 行。")
def carried(at: Moment, name, line) -> bool:
    """Ops on that line worked with a result that was made before an earlier backward."""
    return any(e["kind"] == "op" and any(
        "tensor" in x and at.called(name, x["tensor"], i)
        and any(at.tape.made[x["tensor"]] < begin < i for begin in at.tape.begins.values())
        for x in e["inputs"]) for i, e in at.on_line(line))


@explains("Cut it off between turns: {name} = {same}.detach().",
      "在两轮之间切断它：{name} = {same}.detach()。")
def cut_between(at: Moment, name, same) -> bool:
    """The fix names a variable of the program."""
    return name == same and (bool(at.tensors(name)) or name in at.tape.code)


@explains("Compute the result anew before the second backward: parameters have changed since, so their "
      "old values are gone, too.",
      "在第二次反向传播之前重新计算结果：参数已经变了，原来的值也不在了。")
def stepped_since(at: Moment) -> bool:
    """A tensor that requires grad was written after the first backward began."""
    begin = min(at.tape.begins.values(), default=at.end)
    return any(e["kind"] == "write" and at.tape.requires[e["tensor"]].at(at.end)
               for e in at.tape.events[begin : at.end])


@explains("Say retain_graph=True on line {line}, or compute the result anew before the second backward.",
      "在第 {line} 行加上 retain_graph=True，或者在第二次反向传播之前重新计算结果。")
def retained(at: Moment, line) -> bool:
    """A backward began on that line that did not retain its graph."""
    return any(e["kind"] == "backward" and e["phase"] == "begin" and not e["retain_graph"]
               for _, e in at.on_line(line))


@explains("{node} saved a view of {name} at version {saved}; {by} on line {line} changed it; now it is "
      "at version {now}.",
      "{node} 保存了版本 {saved} 的 {name} 的视图；第 {line} 行的 {by} 改变了它，现在是版本 {now}。",
      view=True)
@explains("{node} saved {name} at version {saved}; {by} on line {line} changed it; now it is at version "
      "{now}.", "{node} 保存了版本 {saved} 的 {name}；第 {line} 行的 {by} 改变了它，现在是版本 {now}。",
      view=False)
@explains("{node} saved a tensor at version {saved}; {by} on line {line} changed it; now it is at "
      "version {now}.",
      "{node} 保存了版本 {saved} 的张量；第 {line} 行的 {by} 改变了它，现在是版本 {now}。",
      view=None)
def written(at: Moment, node, saved, by, line, now, view, name=None) -> bool:
    """A saved tensor was written later, on that line."""
    for one in nodes(at, node):
        for thing in one["saved"]:
            tensor = thing.get("tensor")
            named = tensor if not view else at.tape.view_of.get(tensor)
            if tensor and str(thing["version"]) == saved \
                    and str(at.tape.version[tensor].at(at.end)) == now \
                    and (view is None or at.said(name, named, at.end - 1)) \
                    and is_written(at, tensor, by, line, thing["version"]):
                return True
    return False


def is_written(at: Moment, tensor: str, by: str, line: str, saved: int) -> bool:
    """Whether a tensor was written on a line by what the code has there."""
    code = at.tape.text(int(line))
    return any(e["kind"] == "write" and e["tensor"] == tensor and e["version"] > saved
               and (by in code or by.strip("().") == e["by"]) for _, e in at.on_line(line))


@explains("Run this backward before line {line} changes it, or compute the result anew afterwards.",
      "在第 {line} 行改变它之前运行这次反向传播，或者在那之后重新计算结果。")
@explains("Write into a copy: {name} = {same}.clone() before line {line}.",
      "写入副本：在第 {line} 行之前加上 {name} = {same}.clone()。")
def before_write(at: Moment, line, name=None, same=None) -> bool:
    """Something was written on that line."""
    return any(e["kind"] == "write" for _, e in at.on_line(line)) and name == same \
        and (name is None or name in at.tape.code)


@explains("Leave out inplace=True on line {line}.", "去掉第 {line} 行的 inplace=True。")
def option(at: Moment, line) -> bool:
    """The option is on that line."""
    return "inplace" in at.tape.text(int(line)).replace(" ", "")


@explains("Make a new tensor on line {line}: {to}, not {old}.",
      "在第 {line} 行新建张量：写 {to}，不要写 {old}。")
def rewritten(at: Moment, line, to, old) -> bool:
    """The line has what is to be replaced, and the new text keeps its variable."""
    code = at.tape.text(int(line)).replace(" ", "")
    words, new = re.findall(r"\w+", old), re.findall(r"\w+", to)
    return old.replace(" ", "") in code and to != old \
        and all(word.removesuffix("_") in new for word in words)


# -- what backward was asked ----------------------------------------------------------------------


@explains("{name} has the shape [{shape}], and backward() was not told how much each element counts.",
      "{name} 的形状是 [{shape}]，而 backward() 不知道每个元素占多大分量。")
def not_scalar(at: Moment, name, shape) -> bool:
    """The root has several elements."""
    return any(is_shape(shape, value["shape"]) for value in values(at, name))


def values(at: Moment, name: str) -> list[dict]:
    """The values of the tensors that a name may mean; of no name all."""
    unnamed = name in ("This tensor", "这个张量", "The result", "结果", "The tensor")
    owners = list(at.tape.value) if unnamed else at.tensors(name)
    found = [at.tape.value[t].at(at.end) for t in owners]
    return [value for value in found if value is not None]


@explains("{name} has no grad_fn: no tensor that it was made of requires grad.",
      "{name} 没有 grad_fn：它的来源都不要求梯度。")
@explains("{name} has no grad_fn: it was made of plain numbers, and {cut}.",
      "{name} 没有 grad_fn：它由普通的数得到，并且{cut}。")
@explains("{name} has no grad_fn, because {cut}.", "{name} 没有 grad_fn，因为{cut}。")
def untracked(at: Moment, name, cut=None) -> bool:
    """The root is on no tape."""
    unnamed = name in ("This tensor", "这个张量")
    return (unnamed or every(at, name, lambda t: at.tape.maker[t].at(at.end) is None)) \
        and (cut is None or at.fits("cut", cut))


@explains("Behind the cut lie {names}, where no gradient can get to.",
      "切口后面的 {names} 要求梯度，但梯度到不了那里。")
@explains("Behind the cut lies {names}, where no gradient can get to.",
      "切口后面的 {names} 要求梯度，但梯度到不了那里。")
def behind(at: Moment, names) -> bool:
    """What lies behind the cut requires grad."""
    return every(at, names, lambda t: bool(at.tape.requires[t].at(at.end)))


@explains("{name} holds integers, and was to require grad.", "{name} 里是整数，却要求梯度。")
def integers(at: Moment, name) -> bool:
    """A tensor of integers, if it is on the tape at all."""
    known = values(at, name) if at.tensors(name) else []
    if not known and name not in ("The tensor", "这个张量"):
        return False
    return not known or any(re.match("u?int|bool", value["dtype"]) for value in known)


@explains("{name} has the shape {shape}, and the gradient that was passed has {given}.",
      "{name} 的形状是 {shape}，传入的梯度是 {given}。")
@explains("Pass a gradient of the shape {shape}: torch.ones_like({name}) counts each element once.",
      "传入形状为 {shape} 的梯度：torch.ones_like({name}) 表示每个元素各算一次。")
def seed_shape(at: Moment, name, shape, given=None) -> bool:
    """The root's shape, and the one in torch's words."""
    known = name in ("result", "The result", "结果") or any(
        is_shape(shape, value["shape"]) for value in values(at, name))
    message = fail(at)["message"].replace("torch.Size", "")
    return known and (given is None or given.strip("[]") in message)


@explains("{name} requires grad, and NumPy would lose its history.",
      "{name} 要求梯度，交给 NumPy 就会丢掉历史。")
@explains("Say {name}.detach().numpy().", "写 {name}.detach().numpy()。")
def numpy(at: Moment, name) -> bool:
    """A tensor that requires grad."""
    return name in ("The tensor", "tensor", "这个张量") or every(
        at, name, lambda t: bool(at.tape.requires[t].at(at.end)))


@explains("{name} is a leaf that requires grad, and was written into.",
      "{name} 是要求梯度的叶子，却被写入了。")
@explains("{name} is a leaf that requires grad, and was written into through a view.",
      "{name} 是要求梯度的叶子，却被通过视图写入了。")
def leaf_written(at: Moment, name) -> bool:
    """A leaf that requires grad."""
    return name in ("The tensor", "这个张量") or every(
        at, name, lambda t: t in at.tape.accumulate and bool(at.tape.requires[t].at(at.end)))


@explains("{root} was computed without {name}, so there is no gradient for it.",
      "计算 {root} 时没有用到 {name}，所以没有它的梯度。")
def unused(at: Moment, root, name) -> bool:
    """The call's inputs have what the root does not depend on."""
    root = "the result" if root in ("The result", "结果") else root
    return name in ("this input", "这个输入") or is_unreached(at, root, name)


@explains("{name}.grad is None", "{name}.grad 是 None")
@explains("The line works with {name}.grad, and there is none.",
      "这一行要用 {name}.grad，而它没有值。")
def none_used(at: Moment, name) -> bool:
    """There is no gradient at that moment, and the code asks for it on the line that failed."""
    return ".grad" in at.tape.text(fail(at)["line"]) and every(
        at, name, lambda t: at.tape.grad[t].at(at.end) is None)
