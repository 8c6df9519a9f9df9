"""What is said of numbers that are not finite: where they were born, why, what to change."""

from __future__ import annotations

from dataclasses import dataclass

from server.document.finding import Bilingual
from server.findings.diagnosis import at_line, both, on_line, several, several_zh
from server.findings.nonfinite.births import Birth
from server.findings.values import LARGEST, indexed, shown

# Why such a number comes of an op, and what to change, in English and in Chinese.
RULES = {
    "log": (
        ("The logarithm of 0 is -inf, and a negative number has none.",
         "Keep its argument above 0: clamp(min=1e-8), or add a small number."),
        ("0 的对数是 -inf，负数没有对数。",
         "让它的输入大于 0：clamp(min=1e-8)，或者加上一个很小的数。")),
    "division": (
        ("A number divided by 0 is infinite, and 0 / 0 is no number.",
         "Add a small number to the divisor, or clamp it."),
        ("除以 0 得到无穷大，而 0 / 0 不是数。", "给除数加上一个很小的数，或者 clamp 它。")),
    "tiny": (
        ("A number divided by a tiny one can lie beyond the range of its dtype.",
         "Add a small number to the divisor, or clamp it."),
        ("除以极小的数，结果可能超出 dtype 的范围。", "给除数加上一个很小的数，或者 clamp 它。")),
    "domain": (
        ("The function has no real value there.",
         "Clamp the argument to where the function is defined."),
        ("函数在那里没有实数值。", "把输入 clamp 到函数有定义的范围。")),
    "deviation": (
        ("A deviation divides by n - 1, which is 0 for a single number: 0 / 0.",
         "Take it of two numbers at least, or say correction=0."),
        ("标准差要除以 n - 1，只有一个数时它是 0：0 / 0。",
         "至少对两个数求它，或者写 correction=0。")),
    "empty": (
        ("The mean of no numbers is 0 / 0.", "Leave out what has nothing to average over."),
        ("没有数的平均是 0 / 0。", "没有东西可以平均时就跳过它。")),
    "row": (
        ("It divides by the sum of exp, which is 0 where all of a row is -inf.",
         "Leave an entry of each row unmasked, or mask with a large negative number."),
        ("它要除以 exp 之和，而整行都是 -inf 时这个和是 0。",
         "每一行至少留一个不遮挡的元素，或者用很大的负数来遮挡。")),
    "undefined": (
        ("inf - inf, 0 × inf, 0 / 0 and inf / inf are no numbers.",
         "Find what is infinite or 0 before it, and keep it away from there."),
        ("inf - inf、0 × inf、0 / 0、inf / inf 都不是数。",
         "找出在它之前是无穷大或 0 的东西，让它避开那里。")),
    "exp": (
        ("It grows so fast that it soon leaves the range of its dtype.",
         "Subtract the largest entry first, as softmax and logsumexp do, or clamp the argument."),
        ("它增长得很快，很快就超出 dtype 的范围。",
         "先减去最大的元素，像 softmax 和 logsumexp 那样，或者 clamp 输入。")),
    "slope": (
        ("A slope can be infinite where the value is finite, as that of a root at 0.",
         "Keep the input away from there: add a small number before this op."),
        ("数值有限的地方，斜率也可能是无穷大，比如 0 处的根号。",
         "让输入离开那里：在这个运算之前加上一个很小的数。")),
    "zero-times": (
        ("Where a slope is infinite, a gradient of 0 does not help: 0 × inf is no number.",
         "Keep the input away from there: add a small number before this op."),
        ("斜率是无穷大的地方，梯度是 0 也没有用：0 × inf 不是数。",
         "让输入离开那里：在这个运算之前加上一个很小的数。")),
    "given": (
        ("What is computed from it is seldom finite again.",
         "Look where the program takes it from, and leave it out or replace it."),
        ("用它算出来的东西很少还是有限的。", "看看程序从哪里得到它，去掉它或者替换它。")),
    "range": (
        ("", "Keep the numbers smaller: scale the input, or lower the learning rate."),
        ("", "让数变小：缩小输入，或者降低学习率。")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be said of a place of birth beside the birth itself."""

    line: int | None
    name: str | None
    is_backward: bool
    births: int
    # What got such numbers: losses, gradients, parameters, by name.
    reached: tuple[str, ...]
    reached_zh: tuple[str, ...]
    is_skipped: bool
    # The line from which on nothing was recorded; 0 if all was.
    full: int
    is_first: bool
    unlisted: int


def said(birth: Birth, told: Told) -> Bilingual:
    """Return what is said of a birth."""
    (why, change), (why_zh, change_zh) = RULES[birth.rule]
    if birth.rule == "range":
        top = shown(LARGEST.get(birth.dtype, 0))
        why = f"{birth.dtype} ends at {top}: what lies beyond is infinite."
        why_zh = f"{birth.dtype} 到 {top} 为止：超出的就是无穷大。"
    return both(
        (title(birth, told), " ".join(what(birth, told)), f"{why} {checked(told)}", change),
        (title_zh(birth, told), "".join(what_zh(birth, told)), f"{why_zh}{checked_zh(told)}",
         change_zh))


def title(birth: Birth, told: Told) -> str:
    """Return the short line in English."""
    odd = "A NaN" if birth.odd == "nan" else "An infinity"
    if birth.rule == "given":
        return f"{odd} comes in with {told.name}" if told.name else f"{odd} comes in"
    where = "in the backward" if told.is_backward else "here"
    return f"{odd} is born {where}: {birth.formula or birth.op or 'the step'}"


def title_zh(birth: Birth, told: Told) -> str:
    """Return the short line in Chinese."""
    odd = "NaN " if birth.odd == "nan" else "无穷大"
    if birth.rule == "given":
        return f"{odd}由 {told.name} 带入" if told.name else f"{odd}被带入"
    where = "反向传播" if told.is_backward else "这里"
    return f"{odd}产生于{where}：{birth.formula or birth.op or '优化步'}"


def what(birth: Birth, told: Told) -> list[str]:
    """Return what happened, in English sentences."""
    found = [born(birth, told)]
    if told.births > 1:
        found.append(f"This happens {told.births} times.")
    if told.reached and told.is_skipped:
        found.append(f"It comes into {several(told.reached)}, and no step uses its gradients.")
    elif told.reached:
        found.append(f"It comes into {several(told.reached)}.")
    elif not told.full:
        found.append("No backward starts from it, and no gradient or step gets it.")
    if told.unlisted:
        found.append(f"{told.unlisted} more places of birth are not listed.")
    return found


def born(birth: Birth, told: Told) -> str:
    """Return how the number was born, in English."""
    if birth.rule == "given":
        return (f"{told.name or 'A tensor'}{on_line(told.line)} is not finite in "
                f"{birth.count} of {birth.size} entries.")
    if told.is_backward:
        start = f"The derivative of {birth.op}{on_line(told.line)} is "
        start += f"{birth.formula} = {birth.odd}" if birth.formula else birth.odd
    elif birth.formula:
        start = f"{birth.formula}{on_line(told.line)} is {birth.odd}"
    else:
        start = f"{birth.op or 'The step'}{on_line(told.line)} gives {birth.odd}"
    if birth.size == 1:
        return f"{start}, and so is {told.name}." if told.name else f"{start}."
    of = f" of {told.name}" if told.name else ""
    place = f" at entry {indexed(birth.index)}{of}" if birth.index else of.replace("of", "in", 1)
    many = "the only one" if birth.count == 1 else f"one of {birth.count} such entries"
    return f"{start}{place}, {many} among {birth.size}."


def what_zh(birth: Birth, told: Told) -> list[str]:
    """Return what happened, in Chinese sentences."""
    found = [born_zh(birth, told)]
    if told.births > 1:
        found.append(f"一共发生 {told.births} 次。")
    if told.reached and told.is_skipped:
        found.append(f"它进入 {several_zh(told.reached_zh)}，而没有优化步使用它的梯度。")
    elif told.reached:
        found.append(f"它进入 {several_zh(told.reached_zh)}。")
    elif not told.full:
        found.append("没有反向传播从它开始，也没有梯度或优化步得到它。")
    if told.unlisted:
        found.append(f"另有 {told.unlisted} 个产生的地方没有列出。")
    return found


def born_zh(birth: Birth, told: Told) -> str:
    """Return how the number was born, in Chinese."""
    line = f"{at_line(told.line)}的 " if told.line else ""
    if birth.rule == "given":
        whose = f"{line}{told.name} " if told.name else f"{line.rstrip()}一个张量"
        return (f"{whose}的 {birth.size} 个元素中有 "
                f"{birth.count} 个不是有限的数。")
    if told.is_backward:
        start = f"{line}{birth.op} 的导数是 "
        start += f"{birth.formula} = {birth.odd}" if birth.formula else birth.odd
    elif birth.formula:
        start = f"{line}{birth.formula} 是 {birth.odd}"
    else:
        start = f"{line}{birth.op or '优化步'} 得到 {birth.odd}"
    if birth.size == 1:
        return f"{start}，{told.name} 也是。" if told.name else f"{start}。"
    of = f" {told.name}" if told.name else ""
    place = f"，在{of} {indexed(birth.index)} 处" if birth.index else f"，在{of} 中" if of else ""
    return f"{start}{place}，{birth.size} 个元素中这样的有 {birth.count} 个。"


def checked(told: Told) -> str:
    """Return which numbers were checked, in English."""
    if told.full:
        return f"The tape is full from line {told.full} on: later numbers were not checked."
    if told.is_first:
        return "All numbers of the run were checked: these are the first that are not finite."
    return "All numbers of the run were checked."


def checked_zh(told: Told) -> str:
    """Return which numbers were checked, in Chinese."""
    if told.full:
        return f"从第 {told.full} 行起记录已满：之后的数没有检查。"
    if told.is_first:
        return "检查了这次运行的所有数：这是最先出现的不是有限的数。"
    return "检查了这次运行的所有数。"
