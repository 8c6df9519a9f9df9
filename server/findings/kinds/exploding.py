"""`exploding`: layer by layer the gradient grows."""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Finding
from server.findings.chains import Way, is_sane, ways_of
from server.findings.diagnosis import Diagnosis, both
from server.findings.reading import Reading
from server.findings.values import shown


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for the way on which a gradient grows most."""
    for way in reading.once(ways_of):
        if way.ratio > 1 and not is_sane(way):
            yield grows(way)
            return


def grows(way: Way) -> Finding:
    """Return the finding about a chain of layers through which the gradient grows."""
    last, first, each = shown(way.norms[0]), shown(way.norms[-1]), shown(way.each)
    words = both(
        ("The gradient explodes on its way",
         f"Through {way.count} ops in a row the norm of the gradient grows from {last} to {first}: "
         f"by a factor of {each} from one to the next.",
         "Each layer multiplies the gradient by its weights: large ones make it grow with every "
         "layer.",
         "Start from smaller weights (for a layer of n inputs of about 1 / sqrt(n)), normalize "
         "between layers, or clip the gradients."),
        ("梯度在途中爆炸了",
         f"连续经过 {way.count} 个运算，梯度的范数从 {last} 增到 {first}：每一个都乘以 {each}。",
         "每一层都把梯度乘以自己的权重：权重大，梯度就一层一层地变大。",
         "从小一些的权重开始（n 个输入的层大约 1 / sqrt(n)），在层之间做归一化，或者裁剪梯度。"))
    return Finding("exploding", "smell", way.at, way.line, (), way.nodes, (), (), words)


DIAGNOSIS = Diagnosis("exploding", find)
