"""Attributes by which a node shows what it saved, `node._saved_other`, under torch's names.

The record of an op declares with `saves=` how a value of torch's nodes is computed from the values
that our nodes save. As in a formula, names are an op's inputs, outputs and parameters, which are
saved for it; `self_shape` and `self_strides` save numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.node import TableNode, differentiable_outputs
from autograd.graph.saved_tensor_hooks import PackedTensor, pack_saved_tensor
from autograd.runtime.records import Record
from autograd.tensor.dimensions import NegativeIndex, OmittedInt, OmittedSizes
from autograd.tensor.tensor import Tensor, wrap

if TYPE_CHECKING:
    from autograd.graph.node import Node

WRAP = 2**64  # torch shows some negative integers as unsigned
REDUCTIONS = ("none", "mean", "sum")
# Attributes whose negative integers torch shows as unsigned.
SHOWN_UNSIGNED = {"_saved_dims", "_saved_shifts", "_saved_k", "_saved_diagonal", "_saved_offset",
            "_saved_pad", "_saved_padding"}


class SavedTensor:
    """One saved tensor of a node, `node._raw_saved_self`, which can have hooks of its own.

    `index` is None if the node saved nothing under that name.
    """

    def __init__(self, node: TableNode, index: int | None):
        self.node, self.index = node, index

    @property
    def data(self) -> Tensor:
        """Unpack and return the tensor."""
        if self.index is None:
            return None
        if not isinstance(self.node, TableNode):
            return self.node._with_history(self.node._held[self.index][0], self.index)
        return read_saved(self.node, f"_saved_{self.node._plan.saved_names[self.index]}")

    def register_hooks(
            self, pack_hook: Callable[..., Any], unpack_hook: Callable[..., Any]) -> None:
        """Pack this tensor now, and unpack it whenever it is read."""
        if self.index is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor with value None is forbidden")
        if self.node._held is None:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved "
                "intermediate values of the graph are freed when you call .backward() or "
                "autograd.grad(). Specify retain_graph=True if you need to backward through the "
                "graph a second time or if you need to access saved variables after calling "
                "backward.")
        if isinstance(self.node._held[self.index][0], PackedTensor):
            raise RuntimeError(
                "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: "
                "only one pair of hooks is allowed at a time."
            )
        pack_saved_tensor(self.node, self.index, pack_hook, unpack_hook)


SavedTensor.__module__ = "torch._C._autograd"


class SavedValue:
    """Descriptor of `node._saved_other`; a `__getattr__` would slow down all other attributes."""

    def __init__(self, name: str):
        self.name = name

    def __get__(self, node, kind):
        if node is None:
            return self
        if self.name.startswith("_raw_saved_"):
            name = self.name.removeprefix("_raw_saved_")
            source = node.op.saves.get(name)
            name = name if source is None else source.names[0]
            names = node._plan.saved_names
            return SavedTensor(node, names.index(name) if name in names else None)
        value = hide_history(node, read_saved(node, self.name))
        return show_value(value, self.name in SHOWN_UNSIGNED)


def hide_history(
        node: Node, value: Tensor | OmittedInt | float | tuple[int, ...] | None
) -> Tensor | OmittedInt | float | tuple[int, ...] | None:
    """Return a saved value; a result that is not differentiable without its history."""
    if not isinstance(value, Tensor) or not value._edge or value._edge[0] is not node or (
            value._edge[1] in differentiable_outputs(node)):
        return value
    alias = value.alias()
    alias._tape = value._tape
    return alias


def show_value(
        value: Tensor | OmittedInt | float | tuple[int, ...] | None, signless: bool
) -> Any:
    """Return a saved integer, or a tuple of them, as torch shows it: negative ones as unsigned."""
    if type(value) is OmittedInt:
        return None
    if type(value) is OmittedSizes:
        return ()
    if type(value) is tuple:
        return tuple(show_value(each, signless) for each in value)
    if type(value) is NegativeIndex:
        return value.given % WRAP
    return value % WRAP if signless and type(value) is int else value


def saved_names(op: Any) -> list[str]:
    """Return the names after `_saved_` on nodes of `op`: all that formulas use, as in torch."""
    used = names_in_formulas(op)
    names = set()
    for name in used.difference(("grad", "grads"), op.parts):
        slot = name.removesuffix("_shape")
        if slot == name:
            names.add(name)
        elif slot not in used and slot not in op.kept and not slot.startswith("grad_out"):
            names.add(f"{slot}_sym_sizes")
    if op.saves_numel:
        names.add("self_sym_numel")
    theirs = {ours: name for name, ours in op.saved_as.items()}
    own = {theirs.get(name, name) for name in names if not name.endswith("_shapes")}
    return sorted({name for name in own | op.saves.keys() if op.saves.get(name, True)})


def names_in_formulas(op: Any) -> set[str]:
    """Return all names that some formula or part of `op` uses."""
    used = {name for gradient in op.gradients.values() for name in gradient.names}
    return used.union(*(names for _, names in op.parts.values()))


def raw_names(node: TableNode) -> list[str]:
    """Return torch's names of the tensors that `node` saved."""
    theirs = {source.names[0]: name for name, source in node.op.saves.items()
              if source is not None and source.names}
    return [theirs.get(name, name) for name in node._plan.saved_names]


@cache
def saved_descriptor(name: str) -> SavedValue:
    """Return the descriptor of this name, which all ops share."""
    return SavedValue(name)


def read_saved(node: TableNode, name: str) -> Any:
    """Return the value of `node._saved_other`, or None if it was not saved.

    Raises AttributeError for a name that no formula uses.
    """
    op, wanted = node.op, name.removeprefix("_saved_")
    source = op.saves.get(wanted)
    if source is not None:
        return compute_saved(node, source)
    wanted = op.saved_as.get(wanted, wanted)
    known = names_in_formulas(op)
    values = node.known()
    slot = wanted.removesuffix("_sym_sizes").removesuffix("_sym_numel")
    if slot != wanted and f"{slot}_shape" in values:
        shape = values[f"{slot}_shape"]
        return tuple(shape) if wanted.endswith("sizes") else math.prod(shape)
    if wanted not in known or wanted in ("grad", "grads"):
        raise AttributeError(f"'{type(node).__name__}' object has no attribute '{name}'")
    if wanted in node._plan.saved_names:  # other values are readable after freeing
        values |= node.unpack()
        stored = node._held[node._plan.saved_names.index(wanted)][0]
        if isinstance(stored, Tensor) and stored is not values[wanted]:
            values[wanted]._tape = stored._tape  # the recorder's number of the result
    value = values.get(wanted)
    if type(node) is op.number_type is not op.node_type:
        return value  # a number in a formula's op
    if wanted in node._plan.scalar_names and isinstance(value, int | float):
        return wrap(np.asarray(value))
    if wanted == "reduction" and value in REDUCTIONS:
        return REDUCTIONS.index(value)
    if wanted == "key":
        return tuple(wrap(i) if isinstance(i, np.ndarray) else None for i in value)
    if isinstance(value, np.ndarray):
        return wrap(value)
    if wanted in ("dim", "dims", "shifts") and isinstance(value, int) and op.saves_dim_as_list:
        return (value,)
    if value is None and wanted == "dims" and op.saves_no_dims_as_empty:
        return ()
    return value


def compute_saved(node: TableNode, source: Any) -> Any:
    """Compute a value of `saves` from saved values; return None if one was not needed."""
    values = node.known()
    names = source.names
    if any(name in node._plan.saved_names for name in names):
        values |= node.unpack()
    found = [values.get(name) for name in names]
    for name in names:
        slot = name.removesuffix("_strides")
        if slot != name and node._edges[node.op.slots.index(slot)] is None:
            return ()  # torch saves strides for the input's own gradient only
    return source.compute(*found) if values.keys() >= set(names) else None


class Source(Record):
    """A saved value that is computed from an op's own names."""

    names: tuple[str, ...]
    compute: Callable


def saved_by(compute: Callable) -> Source:
    """Return the source of a value that `compute` returns for the values its parameters name."""
    code = compute.__code__  # `inspect.signature` costs more than all the rest of the import
    return Source(code.co_varnames[:code.co_argcount], compute)


def saved_constant(value: object) -> Source:
    """Return the source of a constant."""
    return Source((), lambda: value)


def saved(name: str) -> Source:
    """Return the source of a value by its name in formulas; shapes and strides become tuples."""
    plain = name.endswith(("_shape", "_strides"))
    return Source((name,), as_tuple if plain else as_it_is)


def as_it_is(value: Tensor | tuple[int, ...]) -> Tensor | tuple[int, ...]:
    """Return an array as a Tensor, other values unchanged."""
    return wrap(value) if isinstance(value, np.ndarray) else value


def as_tuple(value: Tensor | tuple[Tensor, ...]) -> Any:
    """Return a shape as a tuple, None unchanged."""
    return None if value is None else tuple(value)


def saved_all(*names: str) -> dict[str, Source]:
    """Return the sources of values that torch saves under the names of our formulas."""
    return {name: saved(name) for name in names}


def saved_length(place: int, name: str) -> Source:
    """Return the source of one entry of a shape."""
    return Source((name,), lambda shape: shape[place])


# Sources that several chapters share: the whole input, no sizes of the input, the number that
# is the base of a function of a tensor.
WHOLE: dict[str, Source | None] = {"self": saved("self")}
UNSIZED: dict[str, Source | None] = {"self_sym_sizes": None}
BASE = {"base": None, "self": saved_by(lambda base: getattr(base, "item", lambda: base)())}
