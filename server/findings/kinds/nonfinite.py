"""`nonfinite`: a NaN or an infinity is born, then spreads or is healed."""

from __future__ import annotations

from collections.abc import Iterator

from server.document.finding import Finding
from server.findings.diagnosis import Diagnosis
from server.findings.nonfinite.births import birth_of
from server.findings.nonfinite.fixes import fixes_of
from server.findings.nonfinite.masks import masked_of
from server.findings.nonfinite.spread import Chain, Spread, moments_of
from server.findings.nonfinite.words import Told, said
from server.findings.reading import Reading

# Places of birth that are told one by one.
MOST = 8


def find(reading: Reading) -> Iterator[Finding]:
    """Yield a finding for each place where numbers that are not finite are born.

    It is a mistake if a loss, a gradient or a parameter gets such numbers; a note if none does, or
    if no step uses them. What the program brings in, as the -inf of a mask, is told only then.
    """
    if not reading.odd:
        return
    chains = [chain for chain in reading.once(Spread).chains
              if (chain.hits or not chain.is_given) and masked_of(reading, chain) is None]
    for n, chain in enumerate(chains[:MOST]):
        yield told(reading, chain, n == 0, max(len(chains) - MOST, 0) if n == MOST - 1 else 0)


def told(reading: Reading, chain: Chain, is_first: bool, unlisted: int) -> Finding:
    """Return the finding about a place of birth."""
    reached, reached_zh = (tuple(dict.fromkeys(name_of(reading, *hit)[n] for hit in chain.hits))
                           for n in (0, 1))
    skipped = is_skipped(reading, chain)
    full = next((event["line"] for event in reversed(reading.events)
                 if event["kind"] == "full"), 0)
    name = None if chain.tensor is None else reading.name(chain.tensor)
    birth = birth_of(reading, chain)
    words = said(birth, Told(
        chain.line, name, chain.is_backward, chain.births, reached, reached_zh,
        skipped, full or 0,
        is_first and not any(each.at < chain.at for each in reading.once(Spread).chains), unlisted))
    tensors = () if chain.tensor is None else (chain.tensor,)
    severity = "mistake" if chain.hits and not skipped else "note"
    return Finding(
        "nonfinite", severity, chain.at, chain.line, lines_of(reading, chain),
        () if chain.node is None else (chain.node,), tensors, reading.named(tensors), words,
        fixes_of(reading, birth, chain.line), moments_of(reading, chain))


def is_skipped(reading: Reading, chain: Chain) -> bool:
    """Whether a program that steps at other times used none of the gradients in a step."""
    steps = reading.steps() or [each for each in reading.library if "GradScaler" in each.name]
    if not steps or any(what == "parameter" for what, _ in chain.hits):
        return False
    return not any(is_used(reading, leaf, filled) for number in chain.calls
                   if number in reading.calls
                   for leaf, filled in reading.calls[number].filled.items())


def is_used(reading: Reading, leaf: str, filled: int) -> bool:
    """Whether a step moved a leaf between a gradient that it got and the next time it is emptied.
    """
    emptied = next((i for i in reading.grads[leaf] if i > filled
                    and reading.events[i]["by"] in ("zero_grad", "user")), len(reading.events))
    return any(filled < i < emptied and reading.events[i]["by"] == "step"
               for i in reading.writes.get(leaf, ()))


def name_of(reading: Reading, what: str, tensor: str) -> tuple[str, str]:
    """Return what a sentence calls a tensor that got such numbers, in English and in Chinese."""
    name = reading.name(tensor)
    if name is None:
        return {"loss": ("the loss", "损失"), "gradient": ("a gradient", "某个梯度"),
                "parameter": ("a parameter", "某个参数")}[what]
    name = f"{name}.grad" if what == "gradient" and tensor in reading.grads else name
    return name, name


def lines_of(reading: Reading, chain: Chain) -> tuple[int, ...]:
    """Return the lines on which a loss, a gradient or a parameter got such numbers."""
    lines = dict.fromkeys(reading.events[i]["line"] for i in chain.hits.values())
    return tuple(line for line in lines if line is not None and line != chain.line)


DIAGNOSIS = Diagnosis("nonfinite", find)
