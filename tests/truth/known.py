"""Falsehoods that are known and not mended yet: one that is mended leaves this list.

By program: a pattern for the sentences, and what is wrong with them.
"""

from __future__ import annotations

INSIDE = (
    r"\bdetach\(\)",
    "a detach() inside of state_dict() is told as one that the line has, and is to be left out",
)
CALLED = ("returns|返回", "a step lights the line of an op in it that it does not tell")

KNOWN: dict[str, tuple[str, str]] = {
    "tests/truth/cases/frozen_after_loading.py": INSIDE,
    "tests/engine/programs/lesson_parameter_counting.py": INSIDE,
    "tests/engine/programs/func_vmap_control_flow.py": CALLED,
}
