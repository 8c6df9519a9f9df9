"""`stale-gradient`: a gradient is used, all or part of which was used before."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, compact, on_line
from server.findings.facts import Values, norm_of
from server.findings.ledger import Again, used_again
from server.findings.reading import Event, Reading

# A value of more entries, or of a longer text, is told by its norm.
MOST_ENTRIES, LONGEST = 6, 30


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of updates by a gradient that an earlier update had used."""
    by_line: dict[int | None, list[Again]] = defaultdict(list)
    for each in used_again(reading):
        by_line[reading.events[each.at]["line"]].append(each)
    if not by_line:
        return
    values = Values(reading.events)
    for line, some in by_line.items():
        some.sort(key=lambda each: each.at)
        yield told(reading, values, line, some)


def told(reading: Reading, values: Values, line: int | None, some: list[Again]) -> Finding:
    """The finding about the updates of a line."""
    first = some[0]
    tensors = tuple(dict.fromkeys(each.tensor for each in some))
    name = reading.name(first.tensor)
    what = reused(values, first, name)
    more, times = len(tensors) - 1, sum(each.tensor == first.tensor for each in some)
    if more:
        what = (f"{what[0]} The same goes for "
                f"{'one more tensor' if more == 1 else f'{more} more tensors'}.",
                f"{what[1]}另有 {more} 个张量也是如此。")
    if times > 1:
        what = (f"{what[0]} It happens {times} times on this line.",
                f"{what[1]}这一行上共有 {times} 次。")
    why = ("No backward has filled it anew in between.", "其间没有新的反向传播重新填充它。") \
        if first.is_all_old else ("backward() adds to .grad, and nothing emptied it in between.",
                                  "backward() 会加到 .grad 上，而其间没有人清空它。")
    words = both(
        ("An old gradient is used again: was that meant?", what[0], why[0],
         "Call optimizer.zero_grad() (or set .grad to None) after each step."),
        ("旧梯度又被用了一次：这是你要的吗？", what[1], why[1],
         "每一步之后调用一次 optimizer.zero_grad()（或者把 .grad 设为 None）。"))
    filled = [reading.events[i]["line"] for i in reading.grads[first.tensor]
              if i < first.at and reading.events[i]["by"] == "accumulate"]
    lines = tuple(dict.fromkeys(each for each in filled if each is not None and each != line))
    return Finding("stale-gradient", "mistake", first.at, line, lines, (), tensors,
                   reading.named(tensors), words, emptied(reading, line, lines, some))


def reused(values: Values, again: Again, name: str | None) -> tuple[str, str]:
    """Return how much of a gradient is old, of which calls, and which update had used it."""
    old = again.old
    whole, part, is_norm = amounts(values, again)
    grad = f"{name or 'The '}.grad"
    by = ("step", "优化步") if old.step is not None else ("update", "更新")
    part_en = f"a part of norm {part}" if is_norm else f"{part} of it"
    part_zh = f"其中范数为 {part} 的一部分" if is_norm else f"其中的 {part} "
    if again.is_all_old:
        part_en, part_zh = "all of it", "全部"
    elif part is None:
        part_en, part_zh = "a part of it", "其中一部分"
    calls = called(old.calls)
    is_en, is_zh = ("has norm", "的范数是") if is_norm else ("is", "是")
    used = "already used" if again.is_all_old else "used"
    return (f"{grad} {is_en} {whole}: {part_en} is from {calls[0]} and was {used} by the "
            f"{by[0]}{on_line(old.line)}.",
            f"{name or ''}.grad {is_zh} {whole}：{part_zh}来自{calls[1]}，"
            f"{at_line(old.line)}{'的' if old.line else ''}{by[1]}已经用过它。")


def amounts(values: Values, again: Again) -> tuple[str, str | None, bool]:
    """Return the whole gradient and its old part in numbers if both are short, else their norms."""
    balance, part = values.whole(again.balance), values.whole(again.old.part)
    whole, old = inline(balance), inline(part)
    if whole is not None and (part is None or old is not None):
        return whole, old, False
    return norm_words(balance) or "?", norm_words(part), True


def inline(value: Event | None) -> str | None:
    """Return a value on one line; None if it is too large for a sentence."""
    if value is None or not 0 < len(value.get("data", ())) <= MOST_ENTRIES:
        return None
    items = [compact(entry) for entry in value["data"]]
    for size in reversed(value["shape"]):
        items = [f"[{', '.join(items[i : i + size])}]" for i in range(0, len(items), size)]
    return items[0] if len(items[0]) <= LONGEST else None


def norm_words(value: Event | None) -> str | None:
    """Return the norm of a value in a few digits; None where it is not known."""
    norm = None if value is None else norm_of(value)
    return None if norm is None else compact(float(f"{norm:.3g}"))


def called(calls: tuple[int, ...]) -> tuple[str, str]:
    """Return the numbers of backward calls in as few words as they can be told by."""
    first, last, count = calls[0], calls[-1], len(calls)
    if count == 1:
        return f"backward {first}", f"第 {first} 次反向传播"
    if count == 2:
        return f"backward {first} and {last}", f"第 {first} 次和第 {last} 次反向传播"
    if count == last - first + 1:
        return f"backward {first} to {last}", f"第 {first} 到 {last} 次反向传播"
    return (f"{count} backward calls, {first} to {last}",
            f"第 {first} 到 {last} 次之间的 {count} 次反向传播")


def emptied(
    reading: Reading, line: int | None, filled: tuple[int, ...], some: list[Again]
) -> tuple[Fix, ...]:
    """Return the change that empties the gradient, where a simple statement updates by it."""
    program = reading.program
    update = program.statement_at(line)
    if any(each.old.line != line for each in some):
        return ()
    if isinstance(update, ast.AugAssign) and all(each.old.step is None for each in some):
        owner = program.text(update.target)
        if f"{owner}.grad" not in program.text(update.value):
            return ()
        edit = program.inserted_after(update, f"{owner}.grad = None")
        return (Fix(f"empty {owner}.grad after the update", f"更新之后清空 {owner}.grad", (edit,)),)
    call = update.value if isinstance(update, ast.Expr) else None
    if update is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return ()
    if call.func.attr != "step" or call.args:
        return ()
    text = f"{program.text(call.func.value)}.zero_grad()"
    backward = program.statement_at(filled[0]) if len(filled) == 1 else None
    block = program.block_of(update)
    if backward is not None and backward in block:
        edit = program.inserted_before(backward, text)
        return (Fix(f"call {text} before backward()", f"在 backward() 之前调用 {text}", (edit,)),)
    edit = program.inserted_after(update, text)
    return (Fix(f"call {text} after step()", f"在 step() 之后调用 {text}", (edit,)),)


DIAGNOSIS = Diagnosis("stale-gradient", find)
