"""`dead-units`: units of a layer that relu keeps at 0 for every row of the run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from server.document.finding import Finding
from server.findings.diagnosis import Diagnosis, at_line, both, on_line
from server.findings.history import value_before
from server.findings.reading import Event, Reading

# A share of a layer above this is a smell, of so many units at least; else a note.
SHARE, FEWEST_UNITS = 0.5, 8
# So many different rows must have gone through the layer.
FEWEST_ROWS = 8


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each bias of which two entries or more never get a gradient, behind relu.
    """
    uses: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for name in ("relu", "relu_"):
        for at in reading.ops.get(name, ()):
            given = reading.source(reading.events[at], "self")
            layer = None if given is None else reading.maker.get(given)
            if name == "relu_" and given is not None:
                layer = reading.tensors[given].made if given in reading.tensors else None
            event = None if layer is None else reading.events[layer]
            if event is None or event["kind"] != "op" or event["op"] != "addmm":
                continue
            bias = reading.source(event, "self")
            if bias is not None and bias in reading.grads and bias not in reading.maker:
                uses[bias].append((layer or 0, at))
    for bias, pairs in uses.items():
        dead = dead_of(reading, bias, pairs)
        if len(dead) > 1 and rows_of(reading, [layer for layer, _ in pairs]) >= FEWEST_ROWS:
            yield told(reading, bias, len(dead), reading.events[pairs[0][1]]["line"])


def dead_of(reading: Reading, bias: str, pairs: list[tuple[int, int]]) -> set[int]:
    """Return the units whose gradient is always 0, and that were at 0 as far as that is known; none
    if all are such.
    """
    added: list[list[float]] = [
        (reading.whole(reading.events[i]["added"]) or {}).get("data", [])
        for i in reading.grads[bias] if reading.events[i]["by"] == "accumulate"]
    if not all(added) or not added:
        return set()
    units = len(added[0])
    dead = {n for n in range(units) if not any(data[n] for data in added)}
    if len(dead) in (0, units):
        return set()
    for _, at in pairs:
        out = reading.whole(reading.events[at]["outputs"][0]["value"]) or {}
        data = out.get("data", ())
        dead = {n for n in dead if not any(data[n::units])}
    return dead


def rows_of(reading: Reading, layers: list[int]) -> int:
    """Return how many different rows went into a layer; of large inputs, how many rows."""
    found: set[tuple[float, ...]] = set()
    many = 0
    for at in layers:
        event: Event = reading.events[at]
        value = value_before(reading, reading.source(event, "mat1"), at)
        if value is None or "data" not in value:
            many += event["outputs"][0]["value"]["shape"][0]
            continue
        wide = value["shape"][-1]
        data = value["data"]
        found.update(tuple(data[i : i + wide]) for i in range(0, len(data), wide or 1))
        if len(found) + many >= FEWEST_ROWS:
            break
    return len(found) + many


def told(reading: Reading, bias: str, dead: int, line: int | None) -> Finding:
    """Return the finding about a layer."""
    units = reading.tensors[bias].value["shape"][0]
    name = reading.name(bias)
    events = [i for i in reading.grads[bias] if reading.events[i]["by"] == "accumulate"]
    en, zh = name or "a bias", name or "某个偏置"
    words = both(
        (f"{dead} of {units} units never act",
         f"Of the {units} entries of {en}, {dead} get a gradient of 0 in every backward "
         f"({len(events)} in all), with relu{on_line(line)} behind them.",
         "Where the input of relu is below 0 for every row, its slope is 0: such a unit gets no "
         "gradient and does not come back by itself.",
         "Use leaky_relu or gelu, or lower the learning rate and begin with biases at 0."),
        (f"{units} 个单元中有 {dead} 个从不起作用",
         f"在到达 {zh} 的全部 {len(events)} 次反向传播中，它的 {units} 个元素里有 {dead} 个得到的"
         f"梯度是 0，它们后面是{at_line(line)}的 relu。",
         "如果对每一行 relu 的输入都小于 0，斜率就是 0：这样的单元得不到梯度，自己不会恢复。",
         "用 leaky_relu 或 gelu，或者降低学习率，并让偏置从 0 开始。"))
    severity = "smell" if units >= FEWEST_UNITS and dead / units > SHARE else "note"
    return Finding("dead-units", severity, events[-1], line, (), (), (bias,),
                   reading.named([bias]), words)


DIAGNOSIS = Diagnosis("dead-units", find)
