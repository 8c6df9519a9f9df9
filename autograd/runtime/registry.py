"""The table of ops by name; the engine looks ops up here, so that it need not import the table.

`ops/` fills it, chapter by chapter, and `functions/` fills the table of composites. Entries
are looked up when they are called, not on import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograd.ops.record import Op

OPS: dict[str, Op] = {}
# Functions made of several ops that gradient formulas call, by name.
COMPOSITES: dict[str, Callable] = {}
