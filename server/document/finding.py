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
class Finding:
    """Something that went wrong in a run, or looks as if.

    `severity` is `error`, `mistake`, `smell` or `note`. It comes to light at event `at`, stands
    under `line`, and is about `nodes` and `tensors`, which the program calls `names`; `lines` are
    others that had a part in it.
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
