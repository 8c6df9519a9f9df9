"""Explanations of gradients that are zero, shrink, sum up, or are no numbers."""

from __future__ import annotations

import re
from math import prod

import numpy as np

from tests.truth.mistakes import nodes
from tests.truth.numbers import array, is_shape, is_size
from tests.truth.moment import Moment
from tests.truth.table import explains


def flows(at: Moment, node: str) -> list[tuple[list, list]]:
    """Each run of a node: what came to it, and what it sent."""
    found: list[tuple[list, list]] = []
    for event in at.tape.events:
        if event["kind"] == "run" and event["node"] == node:
            found.append(([grad for grad in event["grads"] if grad], []))
        elif event["kind"] == "flow" and event["node"] == node and found:
            found[-1][1].append(event["value"])
    return found


def size_of(value: dict) -> float:
    """The norm of a value, also of a large one."""
    entries = array(value)
    if entries is not None:
        return float(np.linalg.norm(entries.ravel()))
    stats = value["stats"]
    return 0.0 if stats["zeros"] == prod(value["shape"]) else abs(stats["mean"]) + stats["std"]


def of(at: Moment, text: str) -> list[dict]:
    """The nodes that a text says, by their own name or by what they made."""
    known = nodes(at, text)
    if known:
        return known
    owners = at.tensors(text)
    return [node for node in at.tape.nodes.values() if set(node["outputs"]) & set(owners)]


@explains("{node} lets no gradient through", "{node} 不让梯度通过")
@explains("A gradient came into {node}, and zero goes on.", "有梯度到达 {node}，传出去的却是零。")
def flat(at: Moment, node) -> bool:
    """What came to the node was not zero, and all that it sent is."""
    return any(any(size_of(g) > 0 for g in came) and any(size_of(v) == 0 for v in sent)
               for one in of(at, node) for came, sent in flows(at, one["id"]))


@explains("{node} is saturated", "{node} 饱和了")
@explains("Of the gradient that came into {node}, {share} goes on.",
      "到达 {node} 的梯度，只有 {share} 传了下去。")
def saturated(at: Moment, node, share=None) -> bool:
    """A small part of the gradient goes on."""
    ratios = [np.abs(array(v)).max() / np.abs(array(came[0])).max()
              for one in of(at, node) for came, sent in flows(at, one["id"])
              for v in sent if came and array(v) is not None and np.abs(array(came[0])).max() > 0]
    return any(r < 0.2 and (share is None or is_share(share, r)) for r in ratios) or (
        share is not None and is_some_share(at, node, share))


def is_share(text: str, ratio: float) -> bool:
    """Whether `1/20`, `4.5e-5` or `0.1 %` is a ratio, roughly."""
    percent = re.fullmatch(r"([\d.e-]+) ?%", text)
    fraction = re.fullmatch(r"1/([\d,.e]+)", text)
    told = float(percent[1]) / 100 if percent else \
        1 / float(fraction[1].replace(",", "")) if fraction else float(text)
    return 0.94 * told <= ratio <= 1.06 * told


def is_some_share(at: Moment, node: str, share: str) -> bool:
    """Whether a share is that of norms or means of what came and went."""
    pairs = [(came[0], v) for one in of(at, node) for came, sent in flows(at, one["id"])
             for v in sent if came]
    return any(size_of(a) > 0 and is_share(share, size_of(b) / size_of(a)) for a, b in pairs)


@explains("Through {count} ops in a row the norm of the gradient falls from {last} to {first}: "
          "by a factor of {each} from one to the next.",
          "连续经过 {count} 个运算，梯度的范数从 {last} 降到 {first}：每一个都乘以 {each}。",
          sign=1)
@explains("Through {count} ops in a row the norm of the gradient grows from {last} to {first}: "
          "by a factor of {each} from one to the next.",
          "连续经过 {count} 个运算，梯度的范数从 {last} 增到 {first}：每一个都乘以 {each}。",
          sign=-1)
def changes(at: Moment, count, last, first, each, sign) -> bool:
    """Each of these nodes hands on less than came, or more; the norms at the ends are as told."""
    ids = at.finding["nodes"] if at.finding else []
    runs = [[size_of(came[0]) for came, _ in flows(at, node) if came] for node in ids]
    return len(runs) == int(count) and any(
        is_size(last, norms[0]) and is_size(first, norms[-1])
        and all(sign * before > sign * after for before, after in zip(norms, norms[1:]))
        and is_size(each, (norms[-1] / norms[0]) ** (1 / (len(norms) - 1)))
        for norms in zip(*runs))


@explains("{one} and {other} keep each other at 0", "{one} 和 {other} 互相停在 0")
@explains("{one} and {other} are 0 everywhere, and so are their gradients in all {count} backward "
          "calls.", "{one} 和 {other} 处处是 0，{count} 次反向传播中它们的梯度也都是 0。")
def stay(at: Moment, one, other, count=None) -> bool:
    """Both are 0, and every backward adds zeros to them."""
    for name in (one, other):
        tensors = at.tensors(name)
        added = [e["added"] for e in at.tape.events if e["kind"] == "grad"
                 and e["tensor"] in tensors and e["by"] == "accumulate"]
        if not added or any(size_of(value) for value in added) or any(
                size_of(at.tape.value[tensor].at(at.end)) for tensor in tensors):
            return False
    return count is None or int(count) == len(at.tape.begins)


@explains("The gradient of {name} is a sum", "{name} 的梯度是一个和")
@explains("{name} is a single number and was used for {wide} entries.",
      "{name} 是一个数，被用于 {wide} 个元素。", shape="[]")
@explains("{name} has the shape {shape} and was used for {wide} entries.",
      "{name} 的形状是 {shape}，被用于 {wide} 个元素。")
def broadcast(at: Moment, name, shape=None, wide=None) -> bool:
    """An op worked with it and has a larger result."""
    owners = at.tensors(name)
    return any(stretches(at, event, t, shape, wide) for event in at.tape.events
               if event["kind"] == "op" for t in owners)


def stretches(at: Moment, op: dict, tensor: str, shape, wide) -> bool:
    """Whether an op stretched a tensor of a shape to a result of another."""
    if tensor not in [x.get("tensor") for x in op["inputs"]] or not op["outputs"]:
        return False
    own = at.tape.value[tensor].at(at.end)["shape"]
    out = op["outputs"][0]["value"]["shape"]
    return prod(own) < prod(out) and (shape is None or is_shape(shape, own)) \
        and (wide is None or is_shape(wide, out))


@explains("{one} and {other} made {wide}: every entry met every other.",
      "{one} 与 {other} 得到 {wide}：每个元素都与每个元素相遇。")
def both(at: Moment, one, other, wide) -> bool:
    """Two shapes that are stretched to a third, on a line where there are tensors of these."""
    shapes = [[int(n) for n in re.findall(r"\d+", text)] for text in (one, other, wide)]
    met = {tuple(h.at(at.end)["shape"]) for h in at.tape.value.values() if h.at(at.end)}
    return list(np.broadcast_shapes(tuple(shapes[0]), tuple(shapes[1]))) == shapes[2] \
        and {tuple(shapes[0]), tuple(shapes[1])} <= met


@explains("{node} saved {name}, and {by} on line {line} changed its numbers without raising its "
          "version.",
      "{node} 保存了 {name}，第 {line} 行的 {by} 改变了它的数值，版本却没有增加。")
@explains("{node} saved {name}, and {by} through {via} on line {line} changed its numbers without "
          "raising "
      "its version.",
      "{node} 保存了 {name}，第 {line} 行的 {by} 通过 {via} 改变了它的数值，版本却没有增加。")
def stale(at: Moment, node, name, by, line, via=None) -> bool:
    """A saved tensor was written on that line, and its version stayed."""
    saved = [(thing["tensor"], thing["version"]) for one in of(at, node)
             for thing in one["saved"] if "tensor" in thing]
    return any(
        (name in ("a tensor", "一个张量") or at.said(name, t, at.end - 1))
        and any(e["kind"] == "write" and e["tensor"] == t and e["version"] <= version
                and by.strip("().") in (e["by"], "data") for _, e in at.on_line(line))
        for t, version in saved) and (
        via in (None, ".data") or bool(at.tensors(via)))


@explains("{node} saved {name}, whose memory was then written, by the end of line {line}: autograd "
          "does not see such a write.",
      "{node} 保存了 {name}，到第 {line} 行结束时，它的内存已被改写：autograd 看不到这样的写入。")
@explains("{node} saved {name}, whose memory was then written: autograd does not see such a write.",
      "{node} 保存了 {name}，此后它的内存已被改写：autograd 看不到这样的写入。")
def stale_from_outside(at: Moment, node, name, line=None) -> bool:
    """The memory of a saved tensor was written by none that autograd sees, before the node ran."""
    events = at.tape.events
    for one in of(at, node):
        saved = {thing.get("tensor") for thing in one["saved"]}
        last = max((i for i, e in enumerate(events)
                    if e["kind"] == "run" and e["node"] == one["id"]), default=0)
        if any(e["kind"] == "write" and e["by"] == "outside" and e["tensor"] in saved
               and line == (None if e["line"] is None else str(e["line"]))
               and e["value"] != at.tape.value[e["tensor"]].at(i)
               and (name in ("a tensor", "一个张量") or at.said(name, e["tensor"], at.end - 1))
               for i, e in enumerate(events[:last]) if i > one["made"]):
            return True
    return False
