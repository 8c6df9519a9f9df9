"""Explanations of losses that grow, and of units that do nothing."""

from __future__ import annotations

from itertools import product

from tests.truth.moment import Moment
from tests.truth.numbers import array, is_size
from tests.truth.table import explains, truths

truths(
    ("A step that is too long jumps over the lowest point, and lands farther away and higher each "
     "time.", "步子太大就会越过最低点，每次都落得更远、更高。"),
    ("Lower the learning rate, by a factor of 10 or more, or scale the inputs to about 1.",
     "把学习率降低到十分之一或更小，或者把输入缩放到 1 左右。"),
    ("Where the input of relu is below 0 for every row, its slope is 0: such a unit gets no "
     "gradient and does not come back by itself.",
     "如果对每一行 relu 的输入都小于 0，斜率就是 0：这样的单元得不到梯度，自己不会恢复。"),
    ("Use leaky_relu or gelu, or lower the learning rate and begin with biases at 0.",
     "用 leaky_relu 或 gelu，或者降低学习率，并让偏置从 0 开始。"),
)


def losses_on(at: Moment, line: str | None, name: str) -> list[list[float]]:
    """The numbers of the roots of that name of the backward calls on a line, or on each line."""
    found: dict[int | None, list[float]] = {}
    for i, event in enumerate(at.tape.events):
        if event["kind"] != "backward" or event["phase"] != "begin":
            continue
        value = array(at.tape.value[event["roots"][0]["tensor"]].at(i))
        unnamed = name in ("The loss", "the loss", "损失")
        if line in (None, str(event["line"])) and value is not None and value.size == 1 and (
                unnamed or event["roots"][0]["tensor"] in at.tape.named.get(name, ())
                or name in at.tape.named):
            found.setdefault(event["line"], []).append(float(value.ravel()[0]))
    return list(found.values())


def grows(at: Moment, name, line=None, count=None, first=None, last=None, rate=None,
          lost=False) -> bool:
    """The first is the first, the last that of so many, and larger; the optimizer has the rate."""
    rates = [group["lr"] for e in at.tape.events if e["kind"] == "optimizer"
             for group in e["groups"]]
    if rate is not None and not any(lr is not None and is_size(rate, lr) for lr in rates):
        return False
    for values in losses_on(at, line, name):
        n = int(count or 0) or len(values)
        if n <= len(values) and not values[n - 1] <= values[0] and (
                first is None or is_size(first, values[0]) and is_size(str(last), values[n - 1])) \
                and (not lost or n < len(values) and not any(
                    abs(x) < float("inf") for x in values[n:])):
            return True
    return line is None and bool(losses_on(at, None, name))


explains("{name} grows: it diverges", "{name} 在变大：训练发散了")(grows)
for (lost, lost_zh, is_lost), (rate, rate_zh) in product(
        (("", "", False), (", and is not finite from then on", "，之后不再是有限的数", True)),
        ((".", "。"), ("; the learning rate is {rate}.", "；学习率是 {rate}。"))):
    explains("In the first {count} backward calls on line {line}, {name} grows from {first} to "
             f"{{last}}{lost}{rate}",
             "第 {line} 行的前 {count} 次反向传播中，{name} 从 {first} 增到 {last}"
             f"{lost_zh}{rate_zh}", lost=is_lost)(grows)


@explains("{dead} of {units} units never act", "{units} 个单元中有 {dead} 个从不起作用")
@explains("Of the {units} entries of {name}, {dead} get a gradient of 0 in every backward ({count} "
          "in all), with relu on line {line} behind them.",
          "在到达 {name} 的全部 {count} 次反向传播中，它的 {units} 个元素里有 {dead} 个得到的"
          "梯度是 0，它们后面是第 {line} 行的 relu。")
def are_dead(at: Moment, dead, units, count=None, name=None, line=None) -> bool:
    """So many entries of a bias get only zeros, and relu ran on the line."""
    ran = line is None or any(e["kind"] == "op" and e["op"].startswith("relu")
                              for _, e in at.on_line(line))
    for tensor in at.finding["tensors"] if at.finding else ():
        told = [array(e["added"]) for e in at.tape.events if e["kind"] == "grad"
                and e["tensor"] == tensor and e["by"] == "accumulate"]
        added = [grad for grad in told if grad is not None]
        zeros = [n for n in range(added[0].size) if not any(grad[n] for grad in added)]
        if str(added[0].size) == units and int(dead) <= len(zeros) and int(dead) > 0 \
                and count in (None, str(len(added))) \
                and (name is None or tensor in at.tape.named.get(name, ())):
            return ran
    return False
