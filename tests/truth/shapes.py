"""Exceptions of shapes, dtypes and entries: what is said of them, by torch's words."""

from __future__ import annotations

import re

from tests.truth.errors import says
from tests.truth.mistakes import fail
from tests.truth.moment import Moment
from tests.truth.table import explains, truths

METHODS = {"float()": "float32", "double()": "float64", "half()": "float16", "long()": "int64",
           "bfloat16()": "bfloat16"}
DTYPES = {"float32": "Float", "float64": "Double", "int64": "Long", "int32": "Int",
          "float16": "Half", "bfloat16": "BFloat16", "bool": "Bool", "uint8": "Byte"}

truths(
    ("Channels are the dimension after the batch, or the first where there is no batch.",
     "通道是批次之后的那一维；没有批次时是第一维。"),
    ("The new shape does not hold the entries", "新的形状放不下这些元素"),
    ("view() and reshape() only arrange entries anew: their number must stay the same.",
     "view() 和 reshape() 只是重新排列元素：元素个数必须不变。"),
    ("view() cannot arrange these entries", "view() 不能这样排列"),
    ("t(), transpose(), permute() and slices return views that walk through memory in another "
     "order, and view() copies nothing.",
     "t()、transpose()、permute() 和切片返回的视图按另一种顺序走过内存，而 view() 不会复制。"),
    ("Use reshape(), which copies where it must, or contiguous() before view().",
     "用 reshape()，它在必要时会复制；或者先 contiguous() 再 view()。"),
    ("A product needs one dtype", "乘积两边的 dtype 要相同"),
    ("Entry by entry torch mixes dtypes, but not in products of matrices, nor in layers, whose "
     "weights are float32 where nothing else is said.",
     "逐元素运算时 torch 会混合 dtype，但矩阵乘法和层不会；层的权重若不另外指定就是 float32。"),
    ("Arrays of NumPy are float64.", "NumPy 的数组是 float64。"),
    ("Classes are whole numbers", "类别是整数"),
    ("A target with a number for each row means a class, and only whole numbers count classes.",
     "每行一个数的目标表示类别，类别只能是整数。"),
    ("Probabilities need a target of the shape of the scores.", "概率目标的形状要与分数相同。"),
    ("Turn the target into whole numbers by .long(); for one number a row use mse_loss.",
     "用 .long() 把目标变成整数；如果要预测的是数值，就用 mse_loss。"),
    ("Indices are whole numbers", "下标是整数"),
    ("Only whole numbers count rows.", "只有整数才能数行。"),
    ("Turn the indices into whole numbers by .long().", "用 .long() 把下标变成整数。"),
    ("A target is no class", "目标不是任何类别"),
    ("Of C classes the first is 0 and the last C - 1.", "C 个类别中第一个是 0，最后一个是 C - 1。"),
    ("Number the classes from 0.", "把类别从 0 开始编号。"),
    ("The tensor cannot hold the result", "张量放不下这个结果"),
    ("An in-place op keeps the dtype of its tensor.", "原地运算不改变张量的 dtype。"),
    ("Two devices meet", "张量在不同的设备上"),
    ("The op was given tensors of different devices.", "这个运算得到的张量在不同的设备上。"),
    ("An op computes on one device, and torch moves no tensor by itself.",
     "一个运算只在一个设备上计算，torch 不会自己搬动张量。"),
    ("Move them to one device: .to(device), for the model and for each batch.",
     "把它们移到同一个设备：对模型和每个批次都用 .to(device)。"),
    ("A condition is one truth value", "条件只能是一个真假值"),
    ("Some of its entries may be true, and others not.", "它的元素可能有真有假。"),
    ("Say .any() or .all(), or choose entry by entry with torch.where().",
     "用 .any() 或 .all()，或者用 torch.where() 逐元素选择。"),
    ("Only one entry makes a number", "只有一个元素才能变成一个数"),
    ("item(), float() and int() take the number out of a tensor of one entry.",
     "item()、float()、int() 从只有一个元素的张量里取出数。"),
    ("Reduce it first by .sum() or .mean(), take one entry, or use .tolist().",
     "先用 .sum() 或 .mean()，取一个元素，或者用 .tolist()。"),
    ("One value has no spread", "一个值没有离散程度"),
    ("In training, batch norm divides by the spread of each channel over the batch.",
     "训练时，批归一化要除以每个通道在批次中的离散程度。"),
    ("Use a larger batch (drop_last=True leaves a last small one out), or call eval() first.",
     "用更大的批次（drop_last=True 会丢掉最后的小批次），或者先调用 eval()。"),
)


@explains("The layer expects {wanted} channels, and its input, of the shape [{shape}], has "
          "{given}.", "这一层要 {wanted} 个通道，而形状为 [{shape}] 的输入有 {given} 个。")
@explains("Make the layer with in_channels={given}, or put the channels of the input where the "
          "layer expects them.",
          "创建这一层时写 in_channels={given}，或者把输入的通道放到这一层要的位置。")
def channels(at: Moment, given, wanted=None, shape=None) -> bool:
    """torch counted so."""
    return says(at, f"got {given} channels", f"have {wanted or ''}", f"input[{shape or ''}")


@explains("The tensor has {count} entries, and the shape [{shape}] holds {size}.",
          "张量有 {count} 个元素，而形状 [{shape}] 有 {size} 个元素。")
@explains("The tensor has {count} entries, and the shape [{shape}] needs a multiple of {size}.",
          "张量有 {count} 个元素，而形状 [{shape}] 要 {size} 的倍数个元素。")
@explains("Choose sizes whose product is {count}; one of them may be -1, which torch works out.",
          "选择乘积为 {count} 的大小；其中一个可以写 -1，由 torch 算出。")
def entries(at: Moment, count, shape="", size=None) -> bool:
    """The product of the sizes, in torch's words."""
    product = 1
    for part in re.findall(r"\d+", shape):
        product *= int(part)
    return says(at, f"size {count}", shape) and size in (None, str(product))


@explains("The entries of the tensor do not lie in memory in the order that view() needs.",
          "张量的元素在内存中的顺序不是 view() 所要的。")
def strided(at: Moment) -> bool:
    """torch says so."""
    return says(at, "view size is not compatible")


@explains("The left factor holds {one}, the right one {other}.", "左边是 {one}，右边是 {other}。")
@explains("The result is {one}, and the tensor that it is written into is {other}.",
          "结果是 {one}，而要写入的张量是 {other}。")
def dtypes(at: Moment, one, other) -> bool:
    """torch's words for both."""
    return says(at, DTYPES.get(one, one), DTYPES.get(other, other))


@explains("Turn the left one into {other} by .{method}, where the data are made.",
          "在创建数据的地方用 .{method} 把左边变成 {other}。")
@explains("Make the tensor with dtype=torch.{other}, or write x = x + ... instead of x += ....",
          "创建张量时写 dtype=torch.{other}，或者写 x = x + ... 而不是 x += ...。")
@explains("The target is {other}, and the loss picks an entry of each row by it.",
          "目标是 {other}，而损失要用它取出每行的一个元素。")
@explains("The indices are {other}, and an embedding picks a row by each.",
          "下标是 {other}，而 embedding 要用每一个取出一行。")
def dtype(at: Moment, other, method=None) -> bool:
    """torch's word for it, and the method that gives it."""
    return says(at, DTYPES.get(other, other)) and (
        method is None or METHODS.get(method, method) in (other, f"to(torch.{other})"))


@explains("A target is {target}, and the scores have fewer than {count} classes.",
          "有一个目标是 {target}，而分数的类别不到 {count} 个。")
@explains("Number the classes from 0, or let the last layer have {count} outputs or more.",
          "把类别从 0 开始编号，或者让最后一层有至少 {count} 个输出。")
@explains("A target is {target}, and classes are counted from 0.",
          "有一个目标是 {target}，而类别从 0 开始数。", count="0")
def target(at: Moment, target=None, count=None) -> bool:
    """torch's number is no class."""
    number = re.search(r"Target (-?\d+)", fail(at)["message"])
    return number is not None and target in (None, number[1]) \
        and (count == "0" and int(number[1]) < 0 or count == str(int(number[1]) + 1))


@explains("The line asks whether a tensor of several entries is true.",
          "这一行问一个有多个元素的张量是否为真。")
def condition(at: Moment) -> bool:
    """torch says so."""
    return says(at, "Boolean value of Tensor with more than one value")


@explains("The line asks for a Python number, and the tensor has {count} entries.",
          "这一行要一个 Python 的数，而张量有 {count} 个元素。")
def number(at: Moment, count) -> bool:
    """torch counted so."""
    return says(at, f"{count} elements")


@explains("The input has the shape [{shape}]: one value a channel.",
          "输入的形状是 [{shape}]：每个通道只有一个值。")
def one_value(at: Moment, shape) -> bool:
    """torch's words have the shape."""
    return says(at, "more than 1 value per channel", shape)
