"""Explain errors of backward calls that cannot begin, of tensors without what is asked of them."""

from __future__ import annotations

import re

from server.findings.diagnosis import both
from server.findings.failure import edits
from server.findings.failure.scene import Scene, Told


def explain_not_scalar(scene: Scene, _: re.Match[str]) -> Told | None:
    """A root of several entries."""
    shape = scene.shape(scene.blamed)
    if shape is None:
        return None
    name, sizes = scene.name_of(scene.blamed), ", ".join(map(str, shape))
    return Told(both(
        ("Backward starts from one number",
         f"{name or 'This tensor'} has the shape [{sizes}], and backward() was not told how much "
         "each element counts.",
         "A gradient is always of a single number.",
         "Call .sum() or .mean() first, or pass gradient= of the same shape."),
        ("反向传播要从一个数开始",
         f"{subject(name)}的形状是 [{sizes}]，而 backward() 不知道每个元素占多大分量。",
         "梯度总是针对一个数的。",
         "请先调用 .sum() 或 .mean()，或者传入同样形状的 gradient=。")),
        fixes=edits.for_text(scene, f"{name}.backward", f"{name}.sum().backward"))


def subject(name: str | None) -> str:
    """Return the subject of a Chinese sentence: a name, and a space behind it."""
    return "这个张量" if name is None else f"{name} "


def explain_untracked(scene: Scene, _: re.Match[str]) -> Told:
    """A root that nothing which requires grad went into; what was cut off is told elsewhere."""
    name = scene.name_of(scene.blamed)
    return Told(both(
        ("There is no way back from here",
         f"{name or 'This tensor'} has no grad_fn: no tensor that it was made of requires grad.",
         "Only operations on tensors that require grad are put on the tape.",
         "Create an input with requires_grad=True."),
        ("从这里没有回去的路",
         f"{subject(name)}没有 grad_fn：它的来源都不要求梯度。",
         "只有对要求梯度的张量所做的运算才会记入计算图。",
         "创建输入时加上 requires_grad=True。")))


def explain_integers(scene: Scene, _: re.Match[str]) -> Told:
    """Integers that were to require grad."""
    name = scene.name_of(scene.blamed)
    return Told(both(
        ("Integers have no gradient",
         f"{name or 'The tensor'} holds integers, and was to require grad.",
         "A gradient says what a very small change does, and integers have no small changes.",
         "Write the numbers with a point, [1., 2.], or say dtype=torch.float32."),
        ("整数没有梯度",
         f"{subject(name)}里是整数，却要求梯度。",
         "梯度说的是微小的变化会带来什么，而整数没有微小的变化。",
         "把数写成小数，如 [1., 2.]，或者加上 dtype=torch.float32。")),
        fixes=edits.calling(scene, scene.line, "tensor", "dtype=torch.float32"))


def explain_seed_shape(scene: Scene, parts: re.Match[str]) -> Told:
    """A gradient of another shape than the root."""
    given, shape = (re.sub(r"^torch\.Size\((.*)\)$", r"\1", part) for part in parts.groups())
    name = scene.name_of(scene.blamed)
    return Told(both(
        ("The gradient has another shape than the result",
         f"{name or 'The result'} has the shape {shape}, and the gradient that was passed has "
         f"{given}.",
         "Each element of the result needs its own weight.",
         f"Pass a gradient of the shape {shape}: torch.ones_like({name or 'result'}) counts each "
         "element once."),
        ("梯度与结果的形状不同",
         f"{name or '结果'} 的形状是 {shape}，传入的梯度是 {given}。",
         "结果的每个元素都需要自己的权重。",
         f"传入形状为 {shape} 的梯度：torch.ones_like({name or 'result'}) 表示每个元素各算一次。")))


def explain_numpy(scene: Scene, _: re.Match[str]) -> Told:
    """numpy() of what requires grad."""
    name = scene.name_of(scene.blamed)
    return Told(both(
        ("NumPy cannot follow the tape",
         f"{name or 'The tensor'} requires grad, and NumPy would lose its history.",
         "What is computed in NumPy cannot be differentiated, so torch wants you to say that it "
         "does not matter.",
         f"Say {name or 'tensor'}.detach().numpy()."),
        ("NumPy 不能记录历史",
         f"{subject(name)}要求梯度，交给 NumPy 就会丢掉历史。",
         "在 NumPy 里算的东西不能求导，所以 torch 要你说明这没有关系。",
         f"写 {name or 'tensor'}.detach().numpy()。")),
        fixes=edits.for_text(scene, name, f"{name}.detach()"))


def explain_leaf_written(scene: Scene, parts: re.Match[str]) -> Told:
    """A leaf that is written into, itself or through a view."""
    is_view = parts[1] is not None
    tensors = scene.fail["blame"]["tensors"]
    tensor = tensors[-1] if tensors else None
    name = scene.name_of(tensor)
    is_update = re.search(r"\.grad\b|\bg(?:rad)?s?\b", scene.text(scene.line)) is not None
    if is_update:
        change = (f"Update {name or 'it'} inside torch.no_grad(): with torch.no_grad(): around "
                  f"line {scene.line}.",
                  f"在 torch.no_grad() 里更新{' ' + name if name else ''}："
                  f"用 with torch.no_grad(): 包住第 {scene.line} 行。")
    else:
        change = ("For an update, do it inside torch.no_grad(); else make a new tensor, or "
                  "clone() first.",
                  "如果是更新，请放在 torch.no_grad() 里；否则新建张量，或者先 clone()。")
    return Told(both(
        ("A leaf may not be written into",
         f"{name or 'The tensor'} is a leaf that requires grad, and was written into"
         f"{' through a view.' if is_view else '.'}",
         "The leaf that was used and the leaf that gets the gradient would no longer be the same.",
         change[0]),
        ("不能写入叶子",
         f"{subject(name)}是要求梯度的叶子，却被{'通过视图' if is_view else ''}写入了。",
         "用过的叶子和将要得到梯度的叶子就不再是同一个了。", change[1])),
        fixes=edits.in_place_of(
            scene, scene.line, f"with torch.no_grad(): {scene.text(scene.line).strip()}")
        if is_update else ())


def explain_unused(scene: Scene, _: re.Match[str]) -> Told:
    """An input of autograd.grad that the result does not depend on."""
    begin = next((event for event in reversed(scene.reading.events)
                  if event["kind"] == "backward" and event["phase"] == "begin"), None)
    root = None if begin is None else scene.name_of(begin["roots"][0]["tensor"])
    name = scene.name_of(scene.blamed)
    return Told(both(
        ("The result does not depend on this input",
         f"{root or 'The result'} was computed without {name or 'this input'}, so there is no "
         "gradient for it.",
         "torch takes this for a mistake unless it is told otherwise.",
         "Leave it out of the inputs, or say allow_unused=True and expect None."),
        ("结果不依赖这个输入",
         f"计算 {root or '结果'} 时没有用到 {name or '这个输入'}，所以没有它的梯度。",
         "除非另有说明，torch 把这看作错误。",
         "把它从输入中去掉，或者加上 allow_unused=True，得到 None。")))


def explain_fixed_flag(_: Scene, parts: re.Match[str]) -> Told:
    """requires_grad of a result is set to False."""
    return Told(both(
        ("Only a leaf can stop asking for a gradient",
         "The line sets requires_grad of a result to False.",
         "A result requires grad because something that it was made of does; that is its history.",
         "Use detach(), which returns the same numbers without the history."),
        ("只有叶子才能不再要求梯度",
         "这一行把一个运算结果的 requires_grad 设成 False。",
         "结果要求梯度，是因为它的来源要求梯度；这就是它的历史。",
         "用 detach()，它返回同样的数值而没有历史。")))


def explain_deepcopy(_: Scene, parts: re.Match[str]) -> Told:
    """deepcopy of a result."""
    return Told(both(
        ("A result cannot be copied by deepcopy()",
         "deepcopy() came to a tensor that is a result of operations, and torch copies leaves "
         "only.",
         "A copy of a result would have to copy its history, too.",
         "Keep results out of what is copied: store detach() of them, or clone() what you need."),
        ("deepcopy() 不能复制运算结果",
         "deepcopy() 遇到了一个由运算得到的张量，而 torch 只复制叶子。",
         "复制运算结果，就得把它的历史也复制一份。",
         "不要让运算结果留在要复制的东西里：存放它的 detach()，或者用 clone() 复制需要的张量。")))
