"""Explain errors of operands that an op cannot take: by their dtype, or entries out of range."""

from __future__ import annotations

import re

from server.findings.diagnosis import both
from server.findings.failure.scene import Scene, Told

# torch's words for dtypes, and what a program writes.
DTYPES = {
    "Float": "float32", "Double": "float64", "Half": "float16", "BFloat16": "bfloat16",
    "Long": "int64", "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8",
    "Bool": "bool", "ComplexFloat": "complex64", "ComplexDouble": "complex128",
}
METHODS = {"float32": "float()", "float64": "double()", "float16": "half()",
           "bfloat16": "bfloat16()", "int64": "long()"}


def written(word: str) -> str:
    """Return the dtype that torch calls `Double` as a program writes it: `float64`."""
    return DTYPES.get(word, word.lower())


def explain_matrices(_: Scene, parts: re.Match[str]) -> Told:
    """A product of matrices of two dtypes."""
    left, right = written(parts[1]), written(parts[2])
    method = METHODS.get(right, f"to(torch.{right})")
    return Told(both(
        ("A product needs one dtype",
         f"The left factor holds {left}, the right one {right}.",
         "Entry by entry torch mixes dtypes, but not in products of matrices, nor in layers, whose "
         "weights are float32 where nothing else is said. Arrays of NumPy are float64.",
         f"Turn the left one into {right} by .{method}, where the data are made."),
        ("乘积两边的 dtype 要相同",
         f"左边是 {left}，右边是 {right}。",
         "逐元素运算时 torch 会混合 dtype，但矩阵乘法和层不会；层的权重若不另外指定就是 float32。"
         "NumPy 的数组是 float64。",
         f"在创建数据的地方用 .{method} 把左边变成 {right}。")))


def explain_target(_: Scene, parts: re.Match[str]) -> Told:
    """Targets of cross_entropy that are no whole numbers."""
    given = written(parts[1])
    return Told(both(
        ("Classes are whole numbers",
         f"The target is {given}, and the loss picks an entry of each row by it.",
         "A target with a number for each row means a class, and only whole numbers count classes. "
         "Probabilities need a target of the shape of the scores.",
         "Turn the target into whole numbers by .long(); for one number a row use mse_loss."),
        ("类别是整数",
         f"目标是 {given}，而损失要用它取出每行的一个元素。",
         "每行一个数的目标表示类别，类别只能是整数。概率目标的形状要与分数相同。",
         "用 .long() 把目标变成整数；如果要预测的是数值，就用 mse_loss。")))


def explain_indices(_: Scene, parts: re.Match[str]) -> Told:
    """Indices of an embedding that are no whole numbers."""
    given = written(parts[1])
    return Told(both(
        ("Indices are whole numbers",
         f"The indices are {given}, and an embedding picks a row by each.",
         "Only whole numbers count rows.",
         "Turn the indices into whole numbers by .long()."),
        ("下标是整数",
         f"下标是 {given}，而 embedding 要用每一个取出一行。",
         "只有整数才能数行。",
         "用 .long() 把下标变成整数。")))


def explain_class(_: Scene, parts: re.Match[str]) -> Told:
    """A target that is no class of the scores."""
    target = int(parts[1])
    if target < 0:
        en, zh = "classes are counted from 0", "类别从 0 开始数"
        change = ("Number the classes from 0.", "把类别从 0 开始编号。")
    else:
        en = f"the scores have fewer than {target + 1} classes"
        zh = f"分数的类别不到 {target + 1} 个"
        change = (f"Number the classes from 0, or let the last layer have {target + 1} outputs or "
                  "more.", f"把类别从 0 开始编号，或者让最后一层有至少 {target + 1} 个输出。")
    return Told(both(
        ("A target is no class", f"A target is {target}, and {en}.",
         "Of C classes the first is 0 and the last C - 1.", change[0]),
        ("目标不是任何类别", f"有一个目标是 {target}，而{zh}。",
         "C 个类别中第一个是 0，最后一个是 C - 1。", change[1])))


def explain_in_place(_: Scene, parts: re.Match[str]) -> Told:
    """An in-place op whose result its tensor cannot hold."""
    result, own = written(parts[1]), written(parts[2])
    return Told(both(
        ("The tensor cannot hold the result",
         f"The result is {result}, and the tensor that it is written into is {own}.",
         "An in-place op keeps the dtype of its tensor.",
         f"Make the tensor with dtype=torch.{result}, or write x = x + ... instead of x += ...."),
        ("张量放不下这个结果",
         f"结果是 {result}，而要写入的张量是 {own}。",
         "原地运算不改变张量的 dtype。",
         f"创建张量时写 dtype=torch.{result}，或者写 x = x + ... 而不是 x += ...。")))


def explain_device(_: Scene, parts: re.Match[str]) -> Told:
    """Tensors on two devices."""
    return Told(both(
        ("Two devices meet", "The op was given tensors of different devices.",
         "An op computes on one device, and torch moves no tensor by itself.",
         "Move them to one device: .to(device), for the model and for each batch."),
        ("张量在不同的设备上", "这个运算得到的张量在不同的设备上。",
         "一个运算只在一个设备上计算，torch 不会自己搬动张量。",
         "把它们移到同一个设备：对模型和每个批次都用 .to(device)。")))


def explain_truth(_: Scene, parts: re.Match[str]) -> Told:
    """A tensor of several entries where a condition is expected."""
    return Told(both(
        ("A condition is one truth value",
         "The line asks whether a tensor of several entries is true.",
         "Some of its entries may be true, and others not.",
         "Say .any() or .all(), or choose entry by entry with torch.where()."),
        ("条件只能是一个真假值",
         "这一行问一个有多个元素的张量是否为真。",
         "它的元素可能有真有假。",
         "用 .any() 或 .all()，或者用 torch.where() 逐元素选择。")))


def explain_scalar(_: Scene, parts: re.Match[str]) -> Told:
    """A tensor of several entries where a number is expected."""
    count = parts[1]
    return Told(both(
        ("Only one entry makes a number",
         f"The line asks for a Python number, and the tensor has {count} entries.",
         "item(), float() and int() take the number out of a tensor of one entry.",
         "Reduce it first by .sum() or .mean(), take one entry, or use .tolist()."),
        ("只有一个元素才能变成一个数",
         f"这一行要一个 Python 的数，而张量有 {count} 个元素。",
         "item()、float()、int() 从只有一个元素的张量里取出数。",
         "先用 .sum() 或 .mean()，取一个元素，或者用 .tolist()。")))


def explain_batch(_: Scene, parts: re.Match[str]) -> Told:
    """A batch norm of one value a channel."""
    shape = re.sub(r"^torch\.Size\((.*)\)$", r"\1", parts[1])
    return Told(both(
        ("One value has no spread",
         f"The input has the shape {shape}: one value a channel.",
         "In training, batch norm divides by the spread of each channel over the batch.",
         "Use a larger batch (drop_last=True leaves a last small one out), or call eval() first."),
        ("一个值没有离散程度",
         f"输入的形状是 {shape}：每个通道只有一个值。",
         "训练时，批归一化要除以每个通道在批次中的离散程度。",
         "用更大的批次（drop_last=True 会丢掉最后的小批次），或者先调用 eval()。")))
