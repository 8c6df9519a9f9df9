"""Say why the `.grad` of a tensor is None, with what to change."""

from __future__ import annotations

from server.findings.diagnosis import at_line, on_line
from server.findings.missing_grad.causes import Cause
from server.findings.missing_grad import cut_en, cut_zh

# Why, and what to change.
Reason = tuple[str, str]


def in_english(name: str, cause: Cause) -> Reason:
    """Return why the `.grad` of what has a name is None, and what to change."""
    cut = cause.cut
    match cause.kind:
        case "not-leaf":
            return of_result(name, cause)
        case "asks-none":
            return of_source(name, cause)
        case "not-reached":
            root = cause.root or "what went backward"
            why = f"No way on the tape leads from {root} to {name}"
            return (f"{why}, and {cut_en.cut_by(cut)}.", f"{cut_en.uncut(cut)}.") if cut else (
                f"{why}.", f"Use {name} in what leads to {cause.root or 'the result'}, or drop it.")
        case "unsent":
            return (f"{cause.node} sent no gradient towards {name}, though a way leads there.",
                    f"Use {name} without {cause.node}, or drop it." if cause.of is None
                    else f"Return a gradient from the backward of {cause.of}.")
        case "cut" if cut:
            return (f"The way back to {name} is cut: {cut_en.cut_by(cut)}.",
                    f"{cut_en.uncut(cut)}.")
    return of_call(name, cause)


def of_call(name: str, cause: Cause) -> Reason:
    """Return what of the backward calls left a `.grad` empty."""
    match cause.kind:
        case "failed":
            return (f"The backward{on_line(cause.line)} failed before it filled {name}.grad.",
                    f"Read {name}.grad after a backward that succeeds.")
        case "left-out" if cause.api == "grad":
            return (f"autograd.grad() was given other inputs than {name}, and puts nothing into "
                    ".grad.", f"Put {name} among the inputs, or call backward().")
        case "left-out":
            return ("backward(inputs=...) was given other tensors only, so nothing is added to "
                    f"{name}.", f"Put {name} among the inputs, or leave inputs out.")
        case "emptied":
            return (f"{name}.grad was there, and was emptied{on_line(cause.line)}.",
                    "Read it before it is emptied: after backward(), before zero_grad().")
        case "returned":
            return ("torch.autograd.grad() returns gradients; it puts none into .grad.",
                    "Use what it returned, or call backward().")
        case "under-way":
            return (f"Backward has not come to {name} yet.",
                    f"Read {name}.grad when backward() is over.")
    return ("No backward has run yet: .grad is filled by backward(), not before.",
            "Call backward() on a result first.")


def of_result(name: str, cause: Cause) -> Reason:
    """Return why what is no leaf has no `.grad`."""
    if cause.line is None:
        made = f": {cause.node} made it" if cause.node else ""
        return (f"{name} is no leaf{made}, and the gradient passes through it without being kept.",
                f"Say {name}.retain_grad() before the backward, or look at the leaf's .grad.")
    return (f"{name} was a leaf, but line {cause.line} gave the name to a new result, and results "
            "keep no gradient.",
            f"Change {name} in place, inside torch.no_grad(): {name} -= ... instead of {name} = "
            f"{name} - ...")


def of_source(name: str, cause: Cause) -> Reason:
    """Return why what does not require grad has no `.grad`."""
    told = f"{name} does not require grad"
    if cause.cut:
        return (f"{told}, because {cut_en.cut_by(cause.cut)}.",
                f"{cut_en.uncut(cause.cut)}, or look at the tensor before the cut.")
    if cause.line is None:
        return f"{told}: its requires_grad is False.", f"Create {name} with requires_grad=True."
    return (f"{told}: line {cause.line} set its requires_grad to False.",
            f"Leave out line {cause.line}, if {name} is to get a gradient.")


def in_chinese(name: str, cause: Cause) -> Reason:
    """Return why the `.grad` of what has a name is None, and what to change."""
    cut = cause.cut
    match cause.kind:
        case "not-leaf":
            return of_result_zh(name, cause)
        case "asks-none":
            return of_source_zh(name, cause)
        case "not-reached":
            why = f"计算图上没有从 {cause.root or '反向传播的起点'} 到 {name} 的路"
            root = "" if cause.root is None else f" {cause.root}"
            return (f"{why}，并且{cut_zh.cut_by(cut)}。", f"{cut_zh.uncut(cut)}。") if cut \
                else (f"{why}。", f"让 {name} 参与计算{root}，或者去掉它。")
        case "unsent":
            return (f"有路通向 {name}，但 {cause.node} 没有送出通向它的梯度。",
                    f"不经过 {cause.node} 使用 {name}，或者去掉它。" if cause.of is None
                    else f"让 {cause.of} 的 backward 返回梯度。")
        case "cut" if cut:
            return f"通向 {name} 的路断了：{cut_zh.cut_by(cut)}。", f"{cut_zh.uncut(cut)}。"
    return of_call_zh(name, cause)


def of_call_zh(name: str, cause: Cause) -> Reason:
    """Return what of the backward calls left a `.grad` empty."""
    match cause.kind:
        case "failed":
            return (f"{cut_zh.of_line(cause.line).strip()}反向传播在填写 {name}.grad 之前失败了。",
                    f"在成功的反向传播之后再读取 {name}.grad。")
        case "left-out" if cause.api == "grad":
            return (f"autograd.grad() 的 inputs 里没有 {name}，它也不写入 .grad。",
                    f"把 {name} 加入 inputs，或者调用 backward()。")
        case "left-out":
            return (f"backward(inputs=...) 只给了别的张量，所以不会累加到 {name}。",
                    f"把 {name} 加入 inputs，或者不写 inputs。")
        case "emptied":
            return (f"{name}.grad 曾经有值，在{at_line(cause.line) or '后来'}被清空了。",
                    "在清空之前读取它：在 backward() 之后、zero_grad() 之前。")
        case "returned":
            return ("torch.autograd.grad() 会返回梯度，但不写入 .grad。",
                    "使用它返回的结果，或者改用 backward()。")
        case "under-way":
            return f"反向传播还没有到达 {name}。", f"在 backward() 结束之后再读取 {name}.grad。"
    return "还没有运行过 backward()：.grad 是由它填写的。", "先对某个结果调用 backward()。"


def of_result_zh(name: str, cause: Cause) -> Reason:
    """Return why what is no leaf has no `.grad`."""
    if cause.line is None:
        made = f"：它由 {cause.node} 得到" if cause.node else ""
        return (f"{name} 不是叶子{made}，梯度只是经过，不会留下。",
                f"在反向传播之前调用 {name}.retain_grad()，或者查看叶子的 .grad。")
    return (f"{name} 原来是叶子，但第 {cause.line} 行把这个名字给了一个新的运算结果，"
            "结果不保留梯度。",
            f"放在 torch.no_grad() 里原地修改：写 {name} -= ...，不要写 {name} = {name} - ...。")


def of_source_zh(name: str, cause: Cause) -> Reason:
    """Return why what does not require grad has no `.grad`."""
    if cause.cut:
        return (f"{name} 不要求梯度，因为{cut_zh.cut_by(cause.cut)}。",
                f"{cut_zh.uncut(cause.cut)}，或者查看切断之前的张量。")
    if cause.line is None:
        return (f"{name} 不要求梯度：它的 requires_grad 是 False。",
                f"创建 {name} 时加上 requires_grad=True。")
    return (f"{name} 不要求梯度：第 {cause.line} 行把它的 requires_grad 设成了 False。",
            f"如果 {name} 应该得到梯度，去掉第 {cause.line} 行。")
