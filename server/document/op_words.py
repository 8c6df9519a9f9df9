"""What a reader is shown of an op's name: the word that torch's users call it by."""

from __future__ import annotations

import re
from typing import Any

# Where torch has a namespace for it, and what an op takes, at the end of its name.
NOT_SHOWN = re.compile(
    r"^linalg_|_(?:all|base|dims?|dtype|each|eval|number|scalar|tensor|value)$"
)


def op_word(op: str) -> str:
    """An op as torch's users call it: `pow` of `pow_scalar`, `det` of `linalg_det`."""
    return NOT_SHOWN.sub("", op)


def with_words(ops: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The descriptions of ops, each with its word."""
    return {op: facts | {"word": op_word(op)} for op, facts in ops.items()}
