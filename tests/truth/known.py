"""Falsehoods that are known and not mended yet: one that is mended leaves this list.

By program: a pattern for the sentences, and what is wrong with them.
"""

from __future__ import annotations

CALLED = ("returns|返回", "a step lights the line of an op in it that it does not tell")

KNOWN: dict[str, tuple[str, str]] = {
    "tests/engine/programs/func_vmap_control_flow.py": CALLED,
}
