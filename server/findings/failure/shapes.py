"""Explain shapes that do not fit: of a layer with its input, of two matrices, of a view."""

from __future__ import annotations

import ast
import re

from server.findings.diagnosis import both
from server.document.finding import Fix
from server.findings.failure.scene import Scene, Told

PRODUCT = re.compile(r"@|\b(?:matmul|mm|bmm|addmm|mv|dot|einsum|tensordot)\s*\(")


def explain_sizes(_: Scene, parts: re.Match[str]) -> Told:
    """Two tensors that an op takes entry by entry."""
    one, other = parts.groups()
    return Told(both(
        ("These shapes do not fit together",
         f"One tensor has {one} entries where the other has {other}.",
         "Entry by entry, two sizes must be equal, or one of them 1.",
         "Print both shapes, and reshape one, transpose it, or give it a dimension of 1."),
        ("形状对不上",
         f"一个张量在这一维有 {one} 个元素，另一个有 {other} 个。",
         "逐元素运算时，两个大小要么相等，要么其中一个是 1。",
         "打印两个形状，改变其中一个的形状、转置，或者加一个大小为 1 的维。")))


def explain_matrices(scene: Scene, parts: re.Match[str]) -> Told:
    """A product of matrices: that of a linear layer, or one that the program writes."""
    a, b, c, d = (int(part) for part in parts.groups())
    layers = layers_of(scene, (d, c))
    if not layers and is_made_there(scene, (c, d)):
        return linear(None, b, c, d, ())
    if layers and not PRODUCT.search(scene.text(scene.line)):
        one = layers[0] if len(layers) == 1 else None
        return linear(None if one is None else one[0], b, c, d,
                      () if one is None else wider(scene, one[1], b, c))
    fits = (("Transpose the right one (.T): then they fit.", "转置右边的一个（.T），就对得上了。")
            if b == d else
            ("Transpose the left one (.T): then they fit.", "转置左边的一个（.T），就对得上了。")
            if a == c else
            ("Swap them: the other way round they fit.", "交换顺序，就对得上了。") if a == d else
            ("Neither transposing nor swapping makes them fit: reshape one, or make it with "
             "another size.", "转置或者交换都对不上：改变其中一个的形状，或者换一个大小。"))
    return Told(both(
        ("These matrices cannot be multiplied",
         f"The left one is {a}x{b}, the right one {c}x{d}.",
         "A row of the left one must be as long as a column of the right one.", fits[0]),
        ("这两个矩阵不能相乘",
         f"左边是 {a}x{b}，右边是 {c}x{d}。",
         "左边的一行必须和右边的一列一样长。", fits[1])))


def is_made_there(scene: Scene, sizes: tuple[int, int]) -> bool:
    """Whether the line that failed makes a linear layer of these sizes, and gives it no name."""
    calls = scene.reading.program.calls_at(scene.line, "Linear")
    return any(tuple(each.value for each in call.args[:2] if isinstance(each, ast.Constant))
               == sizes for call in calls)


def layers_of(scene: Scene, shape: tuple[int, int]) -> list[tuple[str, str]]:
    """Return the layers whose weight has a shape, by the program's names, and their weights."""
    found = []
    for tensor, known in scene.reading.tensors.items():
        if known.is_parameter and tuple(known.value["shape"]) == shape:
            name = scene.reading.name(tensor)
            if name is not None and name.endswith(".weight"):
                found.append((name.removesuffix(".weight"), tensor))
    return found


def wider(scene: Scene, weight: str, given: int, wanted: int) -> tuple[Fix, ...]:
    """Return the fix that makes a layer for inputs of another width, where the line says it."""
    line = scene.reading.tensors[weight].line
    sizes = [call.args[0] for call in scene.reading.program.calls_at(line, "Linear")
             if call.args and isinstance(call.args[0], ast.Constant)
             and call.args[0].value == wanted]
    if len(sizes) != 1:
        return ()
    return (Fix(f"make the layer on line {line} for inputs of width {given}",
                f"把第 {line} 行的层改成输入宽度为 {given}",
                (scene.reading.program.replaced(sizes[0], str(given)),)),)


def linear(
    layer: str | None, given: int, wanted: int, out: int, fixes: tuple[Fix, ...]
) -> Told:
    """A linear layer and an input of another width."""
    return Told(both(
        ("The input does not fit the layer",
         f"{layer or 'The layer'} has in_features={wanted}, and the last dimension of its input "
         f"is {given}.",
         "A linear layer multiplies each row of its input by its weight, so the two must be "
         "equally long.",
         f"Make the layer nn.Linear({given}, {out}), or give it an input whose last dimension is "
         f"{wanted}."),
        ("输入与这一层对不上",
         f"{layer or '这一层'} 的 in_features={wanted}，而输入的最后一维是 {given}。",
         "线性层用权重去乘输入的每一行，所以两者必须一样长。",
         f"把这一层写成 nn.Linear({given}, {out})，或者让输入的最后一维是 {wanted}。")),
        fixes=fixes)


def explain_channels(_: Scene, parts: re.Match[str]) -> Told:
    """A convolution and an input with another number of channels."""
    shape, wanted, given = parts.groups()
    return Told(both(
        ("The input does not fit the layer",
         f"The layer expects {wanted} channels, and its input, of the shape {shape}, has {given}.",
         "Channels are the dimension after the batch, or the first where there is no batch.",
         f"Make the layer with in_channels={given}, or put the channels of the input where the "
         "layer expects them."),
        ("输入与这一层对不上",
         f"这一层要 {wanted} 个通道，而形状为 {shape} 的输入有 {given} 个。",
         "通道是批次之后的那一维；没有批次时是第一维。",
         f"创建这一层时写 in_channels={given}，或者把输入的通道放到这一层要的位置。")))


def explain_invalid_view(_: Scene, parts: re.Match[str]) -> Told:
    """A shape of another number of entries."""
    shape, count = parts.groups()
    entries = 1
    for size in re.findall(r"-?\d+", shape):
        entries *= abs(int(size))
    holds = f"holds {entries}" if "-1" not in shape else f"needs a multiple of {entries}"
    zh = f"有 {entries} 个元素" if "-1" not in shape else f"要 {entries} 的倍数个元素"
    return Told(both(
        ("The new shape does not hold the entries",
         f"The tensor has {count} entries, and the shape {shape} {holds}.",
         "view() and reshape() only arrange entries anew: their number must stay the same.",
         f"Choose sizes whose product is {count}; one of them may be -1, which torch works out."),
        ("新的形状放不下这些元素",
         f"张量有 {count} 个元素，而形状 {shape} {zh}。",
         "view() 和 reshape() 只是重新排列元素：元素个数必须不变。",
         f"选择乘积为 {count} 的大小；其中一个可以写 -1，由 torch 算出。")))


def explain_strided_view(_: Scene, parts: re.Match[str]) -> Told:
    """A view of a tensor whose entries lie in another order."""
    return Told(both(
        ("view() cannot arrange these entries",
         "The entries of the tensor do not lie in memory in the order that view() needs.",
         "t(), transpose(), permute() and slices return views that walk through memory in another "
         "order, and view() copies nothing.",
         "Use reshape(), which copies where it must, or contiguous() before view()."),
        ("view() 不能这样排列",
         "张量的元素在内存中的顺序不是 view() 所要的。",
         "t()、transpose()、permute() 和切片返回的视图按另一种顺序走过内存，"
         "而 view() 不会复制。",
         "用 reshape()，它在必要时会复制；或者先 contiguous() 再 view()。")))
