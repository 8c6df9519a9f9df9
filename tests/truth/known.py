"""Falsehoods that are known and not mended yet: one that is mended leaves this list.

By program: a pattern for the sentences, and what is wrong with them.
"""

from __future__ import annotations

KNOWN: dict[str, tuple[str, str]] = {}
