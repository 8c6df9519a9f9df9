"""`vanishing`: layer by layer less of the gradient goes on, or a sigmoid lets hardly any through.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Finding
from server.findings.chains import Way, is_sane, ways_of
from server.findings.diagnosis import Diagnosis, both
from server.findings.passages import SQUASHING, Passage, passages_of
from server.findings.reading import Reading
from server.findings.values import shown

# Less than this share of the gradient, and a unit counts as saturated.
SATURATED = 1e-3


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each line of a saturated op, and one for the way that shrinks most."""
    for (op, _), passages in reading.once(passages_of).items():
        if SQUASHING.match(op) and all(one.went / one.came < SATURATED for one in passages):
            yield saturated(reading, passages[0])
    for way in reading.once(ways_of):
        if way.ratio < 1 and not is_sane(way):
            yield shrinks(reading, way)
            return


def saturated(reading: Reading, passage: Passage) -> Finding:
    """Return the finding about an op at its flat end."""
    event = reading.events[passage.op]
    node = event["node"]
    name = reading.name(event["outputs"][0]["tensor"])
    thing = node["name"] if name is None else f"{node['name']} ({name})"
    share = f"{100 * passage.went / passage.came:.3g} %"
    words = both(
        (f"{name or thing} is saturated",
         f"Of the gradient that came into {thing}, {share} goes on.",
         "Far from zero a sigmoid or tanh is almost flat.",
         "Scale its input down, or use a function that does not flatten."),
        (f"{name or thing} 饱和了", f"到达 {thing} 的梯度，只有 {share} 传了下去。",
         "离零很远时，sigmoid 和 tanh 几乎是平的。", "缩小它的输入，或者换成不会变平的函数。"))
    return Finding("vanishing", "smell", passage.at, event["line"], (), (node["id"],), (),
                   () if name is None else (name,), words)


def shrinks(reading: Reading, way: Way) -> Finding:
    """Return the finding about a chain of layers through which the gradient shrinks."""
    last, first = shown(way.norms[0]), shown(way.norms[-1])
    each = shown(way.each)
    words = both(
        ("The gradient vanishes on its way",
         f"Through {way.count} ops in a row the norm of the gradient falls from {last} to {first}: "
         f"by a factor of {each} from one to the next.",
         "Each op multiplies the gradient by its slope: that of sigmoid is at most 0.25, and small "
         "weights shrink it, too.",
         "Use relu between layers, larger weights at the start, fewer layers, or residual "
         "connections."),
        ("梯度在途中消失了",
         f"连续经过 {way.count} 个运算，梯度的范数从 {last} 降到 {first}：每一个都乘以 {each}。",
         "每个运算都把梯度乘以自己的斜率：sigmoid 的斜率最大是 0.25，很小的权重也会缩小它。",
         "层与层之间用 relu，初始权重大一些，减少层数，或者加上残差连接。"))
    return Finding("vanishing", "smell", way.at, way.line, (), way.nodes, (), (), words)


DIAGNOSIS = Diagnosis("vanishing", find)
