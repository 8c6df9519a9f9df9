"""`masked-nonfinite`: a mask leaves out a value whose gradient is 0 × inf all the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from server.document.finding import Finding, Fix
from server.findings.diagnosis import Diagnosis, at_line, both, on_line, several, several_zh
from server.findings.nonfinite.masks import Masked, masked_of
from server.findings.nonfinite.spread import Chain, Spread, moments_of
from server.findings.program import called
from server.findings.reading import Reading
from server.findings.values import indexed, shown

# Functions with a finite slope at 1.
SAFE_AT_1 = frozenset({"log", "log2", "log10", "sqrt", "rsqrt", "reciprocal"})


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each place where a gradient of 0 meets an infinite slope."""
    if not reading.odd:
        return
    for chain in reading.once(Spread).chains:
        masked = masked_of(reading, chain)
        if masked is not None:
            yield told(reading, chain, masked)


def told(reading: Reading, chain: Chain, masked: Masked) -> Finding:
    """Return the finding about a function and the mask behind it."""
    made, mask = masked.made, masked.mask
    got = tuple(tensor for what, tensor in chain.hits if what == "gradient")
    names = reading.named(got)
    en, zh = several([f"{name}.grad" for name in names]), several_zh([f"{n}.grad" for n in names])
    call = made["op"] if masked.x is None else f"{made['op']}({shown(masked.x)})"
    value = "" if masked.y is None else f" = {shown(masked.y)}"
    place, place_zh = "", ""
    if masked.index:
        place, place_zh = f" at entry {indexed(masked.index)}", f"（位于 {indexed(masked.index)}）"
    words = both(
        (f"{mask['op']} does not keep NaN out of the gradient",
         f"{mask['op']}{on_line(mask['line'])} leaves out {call}{value} of line {made['line']}"
         f"{place}, but its gradient there is 0 × inf = nan"
         + (f", which comes into {en}." if en else "."),
         "A branch that is not taken gets a gradient of 0, and 0 times an infinite slope is no "
         "number.",
         "Make the argument safe first: torch.where(mask, x, 1.0) inside the function, and the "
         "mask outside as it is."),
        (f"{mask['op']} 没有把 NaN 挡在梯度之外",
         f"{at_line(mask['line'])}的 {mask['op']} 去掉了{at_line(made['line'])}的 {call}{value}"
         f"{place_zh}，但它在那里的梯度是 0 × inf = nan" + (f"，进入了 {zh}。" if zh else "。"),
         "没有选中的分支得到的梯度是 0，而 0 乘以无穷大的斜率不是数。",
         "先让输入安全：函数里面用 torch.where(mask, x, 1.0)，外面的遮挡保持不变。"))
    others = () if mask["line"] in (None, made["line"]) else (mask["line"],)
    nodes = tuple(event["node"]["id"] for event in (made, mask) if event["node"] is not None)
    return Finding("masked-nonfinite", "mistake", masked.at, made["line"], others, nodes, got,
                   names, words, fixes_of(reading, masked), moments_of(reading, chain))


def fixes_of(reading: Reading, masked: Masked) -> tuple[Fix, ...]:
    """Return the edit that makes the argument of a function within `torch.where` safe."""
    program, line = reading.program, masked.mask["line"]
    if masked.made["op"] not in SAFE_AT_1 or masked.made["line"] != line:
        return ()
    masks = [call for call in program.calls_at(line, "where") if len(call.args) == 3
             and program.text(call.func) == "torch.where"]
    inside = [(branch, call) for mask in masks for branch in (1, 2)
              for call in ast.walk(mask.args[branch])
              if isinstance(call, ast.Call) and called(call) == masked.made["op"]]
    if len(masks) != 1 or len(inside) != 1:
        return ()
    branch, call = inside[0]
    is_function = program.text(call.func).startswith("torch.")
    given = call.args[0] if is_function and call.args else getattr(call.func, "value", None)
    if given is None or is_function and len(call.args) != 1:
        return ()
    pair = [program.text(given), "1.0"] if branch == 1 else ["1.0", program.text(given)]
    text = f"torch.where({program.text(masks[0].args[0])}, {', '.join(pair)})"
    name = masked.made["op"]
    return (Fix(f"make the argument of {name} safe", f"让 {name} 的输入安全",
                (program.replaced(given, text),)),)


DIAGNOSIS = Diagnosis("masked-nonfinite", find)
