"""Explain the exception of a backward that begins at what is on no graph, where a cut is known."""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Bilingual, Finding
from server.findings.missing_grad.left_torch import left_before
from server.findings.missing_grad.cuts import Cut, cut_of
from server.findings.missing_grad.fixes import fixes_of
from server.findings.diagnosis import both, several
from server.findings.missing_grad.lineage import lineage
from server.findings.names import names
from server.findings.reading import Reading
from server.findings.missing_grad import cut_en, cut_zh

NO_GRAPH = "does not require grad and does not have a grad_fn"


def without_graph(reading: Reading) -> Iterator[Finding]:
    """Yield why a backward had nothing to go back on, if that ended the run and something cut."""
    at = len(reading.events) - 1
    event = reading.events[at] if reading.events else {"kind": None}
    if event["kind"] != "fail" or NO_GRAPH not in event["message"] or not event["blame"]["tensors"]:
        return
    root = event["blame"]["tensors"][0]
    link = next((link for tensor, link in lineage(reading).ancestors(root, at).items()
                 if link is not None and lineage(reading).asks(tensor, link.at)), None)
    cut = left_before(reading, root, at) if link is None else cut_of(reading, link)
    if cut is None:
        return
    line, name = event["line"], names(reading).label(root, at)
    tensors = tuple(dict.fromkeys([*event["blame"]["tensors"], cut.source]))
    yield Finding(cut.kind, "error", at, line,
                  () if cut.line is None or cut.line == line else (cut.line,),
                  tuple(event["blame"]["nodes"]), tensors, reading.named(tensors),
                  words_of(name, cut, is_left=link is None), fixes_of(reading, cut))


def words_of(name: str | None, cut: Cut, is_left: bool) -> Bilingual:
    """What is said of a root that has no graph: of numbers that had left, or behind a cut."""
    en, zh = name or "This tensor", f"{name} " if name else "这个张量"
    change, change_zh = f"{cut_en.uncut(cut)}.", f"{cut_zh.uncut(cut)}。"
    if is_left:
        return both(
            ("There is no way back from here",
             f"{en} has no grad_fn: it was made of plain numbers, and {cut_en.cut_by(cut)}.",
             "Only operations on tensors that require grad are put on the tape.", change),
            ("从这里没有回去的路",
             f"{zh}没有 grad_fn：它由普通的数得到，并且{cut_zh.cut_by(cut)}。",
             "只有对要求梯度的张量所做的运算才会记入计算图。", change_zh))
    lie = "lies" if len(cut.leaves) == 1 else "lie"
    return both(
        ("The way back is cut", f"{en} has no grad_fn, because {cut_en.cut_by(cut)}.",
         f"Behind the cut {lie} {several(cut.leaves)}, where no gradient can get to."
         if cut.leaves else
         "What lies behind the cut requires grad, but no gradient can get there.", change),
        ("回去的路被切断了", f"{zh}没有 grad_fn，因为{cut_zh.cut_by(cut)}。",
         f"切口后面的 {cut_zh.several(cut.leaves)} 要求梯度，但梯度到不了那里。"
         if cut.leaves else "切口后面有要求梯度的张量，但梯度到不了那里。", change_zh))
