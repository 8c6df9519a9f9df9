"""`torch.utils.flop_counter`: counts of floating-point operations.

As in torch, a multiplication and an addition count as two, and only products and convolutions are
counted.
"""

from __future__ import annotations

import warnings
from collections import defaultdict
from functools import partial
from typing import Any

from autograd import ops  # noqa: F401  fills the table
from autograd.ops.record import wrap_forwards
from autograd.runtime.execution_state import execution
from autograd.runtime.registry import OPS
from autograd.tensor.size import Size
from torch import ops as _ops
from torch.utils.module_tracker import ModuleTracker

__all__ = ["FlopCounterMode", "register_flop_formula"]


# By op: its name in torch, and the function that computes the count from shapes.
FLOP_FORMULAS = {name: entry.flops for name, entry in OPS.items() if entry.flops}
OPAQUE_RNN = "mkldnn_rnn_layer"  # torch does not count the products inside
_PACKETS = {name: _ops.OpOverloadPacket(name, OPS[entry].forward) if "back" in name
            else getattr(_ops.aten, name) for entry, (name, _) in FLOP_FORMULAS.items()}
_UNKNOWN = (
    "Products of matrices and convolutions are counted in Tapescope, and nothing else can be: "
    "count {} by its shapes.")


def register_flop_formula(targets: Any, get_raw: bool = False) -> None:
    """Raise NotImplementedError: no further operators can be counted."""
    raise NotImplementedError(_UNKNOWN.format(targets))


class FlopCounterMode:
    """A context that counts operations by module and operator, and prints a table at its end."""

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it",
                          stacklevel=2)
        for packet in custom_mapping or {}:
            if packet not in _PACKETS.values():
                raise NotImplementedError(_UNKNOWN.format(packet))
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth, self.display = depth, display
        self.mod_tracker = ModuleTracker()
        self._formulas = custom_mapping or {}
        self._wrapped: Any = None  # while the counter is active
        self._inside = False  # an op that is counted already

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        wrappers: dict = {
            op: partial(partial, self._count, _PACKETS[name], formula)
            for op, (name, formula) in FLOP_FORMULAS.items()
        }
        wrappers[OPAQUE_RNN] = partial(partial, self._run_uncounted)
        self._wrapped = wrap_forwards(wrappers)
        self._wrapped.__enter__()
        return self

    def __exit__(self, *error):
        self._wrapped.__exit__(None, None, None)
        self.mod_tracker.__exit__(*error)
        if self.display:
            print(self.get_table(self.depth))

    def _count(self, packet, formula, forward, *arrays, **params):
        """Run a forward, and count its operations unless it is a step of another op."""
        within = getattr(execution.backward_node, "op", None)
        if self._inside or getattr(within, "name", "") == OPAQUE_RNN:
            return forward(*arrays, **params)
        result = self._run_uncounted(forward, *arrays, **params)
        out, *shapes = [Size(each.shape) if hasattr(each, "shape") else each
                        for each in (result, *arrays)]
        own = self._formulas.get(packet)
        count = formula(out, *shapes) if own is None else own(*shapes, out_shape=out)
        for module in set(self.mod_tracker.parents):
            self.flop_counts[module][packet] += count
        return result

    def _run_uncounted(self, forward, *arrays, **params):
        """Run a forward without counting the ops inside."""
        self._inside = True
        try:
            return forward(*arrays, **params)
        finally:
            self._inside = False

    def get_total_flops(self) -> int:
        """Return the total count."""
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self) -> dict:
        """Return the counts, by the names of modules and by operator."""
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth: int | None = None) -> str:
        """Return the counts as text, for modules down to `depth`."""
        deepest = self.depth if depth is None else depth
        total, unit = self.get_total_flops(), 0
        unit = max(0, min(len(UNITS) - 1, (len(str(total)) - 2) // 3))
        names = [name for name in sorted(self.flop_counts) if name != "Global"
                 and (deepest is None or name.count(".") < deepest)]
        known = any(sum(self.flop_counts[name].values()) >= total for name in names)
        rows = [row for name in names
                for row in self._format_rows(name, name.count("."), total, unit)]
        if "Global" in self.flop_counts and not known:
            rows = [(f" {first}", *rest) for first, *rest in rows]
            rows = [*self._format_rows("Global", 0, total, unit), *rows]
        return format_table([("Module", "FLOP", "% Total"), *(rows or [("Global", "0", "0%")])])

    def _format_rows(self, name, depth, total, unit) -> list[tuple]:
        """Return the rows of one module: its total, then its operators."""
        counts = self.flop_counts[name]
        lines = [(name, sum(counts.values())), *((f" - {op}", n) for op, n in counts.items())]
        return [(" " * depth + title, f"{n / 1000 ** unit:.3f}{UNITS[unit]}" if unit else str(n),
                 f"{n / total:.2%}" if total else "0%") for title, n in lines]


UNITS = ("", "K", "M", "B", "T")


def format_table(rows: list[Any]) -> str:
    """Format rows as a table with a line below its head, in left- and right-justified columns."""
    widths = [max(len(rows[0][i]) + 2, *(len(row[i]) for row in rows)) for i in range(len(rows[0]))]
    lines = [[cell.rjust(width) if i else cell.ljust(width)
              for i, (cell, width) in enumerate(zip(row, widths))] for row in rows]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("  ".join(line).rstrip() for line in lines)
