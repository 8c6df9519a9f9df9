"""A finding of a run, as the run document has it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """What a finding says in a language."""

    title: str
    what: str
    why: str
    change: str


@dataclass(frozen=True, slots=True)
class Bilingual:
    """What a finding says, in English and in Chinese."""

    en: Words
    zh: Words


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` in place of the code from `line`, `column` to `end_line`, `end_column`.

    Lines count from 1, columns from 0 by characters.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the code that may end a finding, in a phrase of both languages."""

    en: str
    zh: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What happens to a thing over events `at..to`; `what` is a word that its kind defines."""

    at: int
    to: int
    what: str
    tensor: str | None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that went wrong in a run, or looks as if.

    `severity` is `error`, `mistake`, `smell` or `note`. It comes to light at event `at`, stands
    under `line`, and is about `nodes` and `tensors`, which the program calls `names`; `lines` are
    others that had a part in it. Whether `fixes` end it is known when they are tried. `moments`, of
    `nonfinite` only, say what becomes of the numbers: `birth`, `propagated`, `healed`.
    """

    kind: str
    severity: str
    at: int
    line: int | None
    lines: tuple[int, ...]
    nodes: tuple[str, ...]
    tensors: tuple[str, ...]
    names: tuple[str, ...]
    words: Bilingual
    fixes: tuple[Fix, ...] = ()
    moments: tuple[Moment, ...] = ()
