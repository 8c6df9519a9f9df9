"""Say in Chinese what cut a gradient off, with what to change."""

from __future__ import annotations

import re

from server.findings.missing_grad.cuts import Cut, Off
from server.findings.missing_grad.fixes import COUNTING
from server.findings.diagnosis import MOST_NAMES, at_line

SMOOTH = {
    **dict.fromkeys(("argmax", "argmin", "topk", "sort", "argsort", "max", "min"), "softmax()"),
    **dict.fromkeys((">", "<", ">=", "<="), "差的 sigmoid()"),
    **dict.fromkeys(("==", "!="), "差的平方"),
}


def several(names: tuple[str, ...]) -> str:
    """Return names of which there may be many; of none `输入`."""
    if len(names) <= MOST_NAMES:
        return "、".join(names) or "输入"
    return f"{'、'.join(names[: MOST_NAMES - 1])} 等 {len(names)} 个张量"


def of_line(line: int | None) -> str:
    """Return `第 3 行的 `, or nothing."""
    return "" if line is None else f"第 {line} 行的 "


def called(by: str | None) -> str:
    """Return what was called: `argmax()`, `比较运算 >`, `.data`."""
    name = by or ""
    if not re.fullmatch(r"\w+", name):
        return f"比较运算 {name}"
    return {"data": ".data", "tensor": "torch.tensor()"}.get(name, f"{name}()")


def switched_by(off: Off) -> str:
    """Return what switched grad mode off, as a clause."""
    if off.how == "decorator":
        return f"{at_line(off.line)}的“{off.by}”为 {off.of}() 关闭了它"
    if off.how == "call":
        return f"{of_line(off.line)}{off.by} 在运行时关闭了它" if off.by else \
            f"{at_line(off.line)}调用的函数在运行时关闭了它"
    return f"由{at_line(off.line)}的“{off.by}”关闭"


def cut_by(cut: Cut) -> str:
    """Return what cut a gradient off, as a clause."""
    what = f" {several(cut.of)} " if cut.of else \
        f"由 {several(cut.leaves)} 得到的结果" if cut.leaves else "它的输入"
    of, by = of_line(cut.line), called(cut.by)
    match cut.how:
        case "detach":
            return f"{of}detach() 把{what}切断了"
        case "no_grad":
            return f"{at_line(cut.line) or '程序'}用{what}计算时梯度模式是关闭的" + \
                (f"（{switched_by(cut.off)}）" if cut.off else "")
        case "underived":
            return f"{of}{by} 没有导数，因此{what}被切断了"
        case "indices":
            return f"{of}{by} 返回的索引没有导数，因此{what}被切断了"
        case "cast":
            held = "布尔值" if cut.by == "bool" else "整数"
            return f"{at_line(cut.line)}把{what}转换成 {cut.by}，而{held}没有梯度"
        case "copy":
            return f"{of}{by} 只取了{what}的数值，没有带上历史"
        case "numbers":
            return f"{of}{by} 把{what}的数值带出了 torch，autograd 跟不到那里"
    return cut_inside(cut, what)


def cut_inside(cut: Cut, what: str) -> str:
    """Return inside of what nothing was put on the tape, as a clause."""
    line = at_line(cut.line) or "程序"
    if cut.by == "checkpoint":
        return f"{line}在 checkpoint() 里用{what}计算，而它的输入都不要求梯度，所以没有记录"
    if cut.by in ("backward", "batched"):
        return f"{line}在反向传播运行时用{what}计算，" \
            "没有 create_graph=True 时那里的梯度模式是关闭的"
    return f"{line}在 Function 的 forward 里用{what}计算，那里不做记录"


def smooth(cut: Cut) -> str:
    """Return what to compute instead of what has no derivative."""
    if cut.by == "multinomial":
        return "用抽到的结果的对数概率给损失加权，或者用 gumbel_softmax() 抽样"
    told = f"用有导数的函数从 {several(cut.of or cut.leaves)} 计算损失"
    instead = SMOOTH.get(cut.by or "")
    if instead is None:
        return told
    by = called(cut.by)
    before, after = (" " if each.isascii() else "" for each in (instead, by))
    return f"{told}，例如用{before}{instead} 代替{after}{by}"


def recorded(line: int | None, off: Off | None) -> str:
    """Return how a line is computed with grad mode on."""
    match off:
        case Off(how="block"):
            return f"把{at_line(line)}的运算移出{at_line(off.line)}的“{off.by}”"
        case Off(how="around"):
            return f"在{at_line(off.line)}的“{off.by}”之外运行{at_line(line)}"
        case Off(how="statement"):
            return f"在{at_line(line)}之前重新打开梯度模式：torch.set_grad_enabled(True)"
        case Off(how="decorator"):
            return f"去掉{at_line(off.line)}的装饰器"
        case Off(how="call"):
            return instead_of_call(off)
    return f"在打开梯度模式时做{at_line(line)}的运算"


def instead_of_call(off: Off) -> str:
    """Return what to say instead of a call that switches grad mode off."""
    if off.by == "sample()" and off.of in COUNTING:
        return f"用{of_line(off.line)}sample() 抽到的结果的 log_prob() 给损失加权"
    if off.by.startswith("sample"):
        return f"在{at_line(off.line)}改用 rsample()"
    return f"把{at_line(off.line)}的调用换成保持梯度模式的函数"


def uncut(cut: Cut) -> str:
    """Return what to change, so that the gradient gets through; without a full stop."""
    line, of = at_line(cut.line), of_line(cut.line)
    match cut.how:
        case "detach":
            return f"去掉{line}的 detach()"
        case "no_grad":
            return recorded(cut.line, cut.off)
        case "underived" | "indices":
            return smooth(cut)
        case "cast":
            return f"一直使用浮点数：去掉{line}的转换"
        case "copy":
            what = f" {several(cut.of)}" if cut.of else "这个张量"
            return f"去掉{line}的 .data" if cut.by == "data" else \
                f"在{line}用 torch.stack() 代替 torch.tensor()" if cut.many else \
                f"在{line}直接使用{what}，不要用 torch.tensor() 复制"
        case "numbers":
            what = f" {several(cut.of)} " if cut.of else "这个张量"
            return f"留在 torch 里：直接用{what}计算，不要用{of or ' '}{called(cut.by)} 给出的数"
    call = of_line(cut.off.line if cut.off else cut.line)
    return {"checkpoint": f"给{call}checkpoint() 传入 use_reentrant=False",
            "backward": f"把{line or '这个'}的计算放进 torch.enable_grad()",
            "batched": f"在{line or '调用时'}传入 create_graph=True"}.get(
        cut.by or "", "把需要梯度的张量作为 apply() 的参数交给 Function")
