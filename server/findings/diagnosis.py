"""What every diagnosis needs: its interface, phrases that several of them say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from server.document.finding import Bilingual, Finding, Words
from server.findings.reading import Reading

# Of more names than this, the rest is counted.
MOST_NAMES = 4


@dataclass(frozen=True)
class Diagnosis:
    """A kind of finding: its public name, and how it is found in a run."""

    kind: str
    find: Callable[[Reading], Iterable[Finding]]


def both(en: tuple[str, str, str, str], zh: tuple[str, str, str, str]) -> Bilingual:
    """Return title, what, why and change in English and in Chinese."""
    return Bilingual(Words(*en), Words(*zh))


def listed(items: Sequence[object]) -> str:
    """Return items as English lists them: `a`, `a and b`, `a, b and c`."""
    texts = [str(item) for item in items]
    return "".join(texts) if len(texts) < 2 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def several(names: Sequence[str]) -> str:
    """Return names of which there may be many: `a, b, c and 7 more`."""
    if len(names) <= MOST_NAMES:
        return listed(names)
    return f"{', '.join(names[: MOST_NAMES - 1])} and {len(names) - MOST_NAMES + 1} more"


def several_zh(names: Sequence[str]) -> str:
    """Return names of which there may be many, as Chinese lists them."""
    if len(names) <= MOST_NAMES:
        return "、".join(names)
    return f"{'、'.join(names[: MOST_NAMES - 1])} 等 {len(names)} 个"


def on_line(line: int | None) -> str:
    """Return ` on line 3`, or nothing."""
    return "" if line is None else f" on line {line}"


def at_line(line: int | None) -> str:
    """Return `第 3 行`, or nothing."""
    return "" if line is None else f"第 {line} 行"


def compact(entry: object) -> str:
    """Return an entry in at most four decimals: `0.2`, `-1.1073`, `1.2e-5`, `nan`."""
    if not isinstance(entry, float):
        return str(entry)
    if entry and not 1e-4 <= abs(entry) < 1e6:
        mantissa, _, power = f"{entry:.2e}".partition("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{int(power)}" if power else mantissa
    text = f"{entry:.4f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text
