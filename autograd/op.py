"""What an entry of the derivative table is, and what it saves for which backward.

An entry is declared once, with `op(...)`: forward, TeX, and a gradient for each differentiable
input. The parameter names of a gradient formula say what it needs:

    grad                  the gradient of the output (`grads`: of all outputs, None where absent)
    self, other, ...      an input tensor, which is therefore saved
    result, indices, ...  an output, which is therefore saved
    self_shape            the shape of an input, which saves nothing
    self_strides          how far its neighbours lie apart, in entries, which saves nothing either
    dim, keepdim, ...     a parameter of the forward
    recip, ...            one of the entry's `parts`, which is computed once for all formulas

In the forward, positional parameters are tensors (or numbers, or None) and keyword-only ones are
everything else. Forward and formulas are written in table ops and numpy functions that both take,
so that one formula runs on plain arrays and, for `create_graph`, on Tensors.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from autograd.apply import apply
from autograd.graph import TableNode
from autograd.plan import Plan, make_plan
from autograd.registry import OPS
from autograd.saved_as import NOTHING, SAVED_AS, SHY, kept_for
from autograd.saved_sources import Source
from autograd.saved_values import SavedValue, saved_value, saved_names
from autograd.tensor import Tensor


class Gradient(NamedTuple):
    """The derivative for one input: a formula and how to write it."""

    formula: Callable
    tex: str
    names: tuple[str, ...] = ()
    complex: Callable | None = None  # the formula of the same names for a complex result
    at_once: bool = False  # whether torch has a kernel that rounds 16-bit floats at its end only


def d(formula: Callable, tex: str, complex: Callable | None = None) -> Gradient:
    """A gradient: `formula` over the names above, and its TeX over the same names.

    `complex` is the formula with conjugates where torch takes them later than of what was saved.
    """
    return Gradient(formula, tex, asked_by(formula), complex)


def asked_by(formula: Callable) -> tuple[str, ...]:
    """The parameter names of a formula."""
    code = formula.__code__
    return code.co_varnames[:code.co_argcount]


@dataclass(eq=False, slots=True)
class Op:
    """One op of the table; calling it runs it, on arrays or on Tensors."""

    name: str
    node_name: str
    forward: Callable
    tex: str
    gradients: dict[str, Gradient]
    outputs: tuple[str, ...]
    view: bool
    holomorphic: bool
    slots: tuple[str, ...] = ()
    params: dict[str, object] = field(default_factory=dict)
    variadic: bool = False
    kept: tuple[str, ...] = ()  # what nodes save beside what formulas ask for
    saved_as: dict[str, Source | None] = field(default_factory=dict)  # by torch's names
    kept_if_needed: bool = False  # whether an input is kept only for its own gradient
    number_node: str | None = None  # the name of the node when a formula gives it a plain number
    node_type: type = field(init=False)
    number_type: type = field(init=False)
    underived: bool = False  # whether torch's own table leaves it out
    parts: dict[str, tuple] = field(default_factory=dict)  # (formula, its argument names)
    plans: dict[tuple[int, int], Plan] = field(default_factory=dict)
    joint: object | None = None  # what makes one node of its gradients, where torch does

    def __call__(self, *inputs, **params):
        for value in inputs:
            if isinstance(value, Tensor):
                return apply(self, inputs, params)
        return self.forward(*inputs, **params)

    def __getattr__(self, name: str) -> type:
        """The types of nodes, which are made when they are first asked for: most never are."""
        if name == "node_type":
            self.node_type = node_type(self)
        elif name == "number_type":
            self.number_type = number_type(self) if self.number_node else self.node_type
        else:
            raise AttributeError(f"'Op' object has no attribute '{name}'")
        return getattr(self, name)

    def computing(self, forward: Callable) -> Op:
        """This op with another forward, and nodes of the same types."""
        made = replace(self, forward=forward, plans={})
        made.node_type, made.number_type = self.node_type, self.number_type
        return made

    def slot(self, index: int) -> str:
        """The name of the input at `index`."""
        return self.slots[0] if self.variadic else self.slots[index]

    def plan(self, mask: int, plain: int, stepped: str = "", even: bool = False) -> Plan:
        """What to save and compute, by two bit sets: inputs that need gradients, and no tensors.

        `stepped` is the kind of a result whose gradients are rounded at each step, `even` says
        that the result is like all its inputs.
        """
        key = (mask, plain, stepped, even) if stepped or even else (mask, plain)
        plan = self.plans.get(key)
        if plan is None:
            plan = self.plans[key] = make_plan(self, *key)
        return plan


def op(name, node_name, forward, tex, *, outputs=("result",), view=False, number_node=None,
       holomorphic=True, parts=None, **gradients) -> Op:
    """Declare a table entry; `gradients` are given by input name, each made by `d`.

    `number_node` names the node where torch's own formulas combine a tensor and a plain number.
    Formulas are written as for real numbers, and conjugates are put where a complex result wants
    them, unless the op is not `holomorphic`: then its formulas say themselves where. `parts` are
    formulas of what several gradients ask for, by the name that they ask with.
    """
    entry = Op(name, node_name, forward, tex, gradients, outputs, view, holomorphic)
    entry.parts = {each: (part, asked_by(part)) for each, part in (parts or {}).items()}
    read_parameters(entry)
    entry.kept, entry.saved_as = kept_for(name), SAVED_AS.get(name, NOTHING)
    entry.kept_if_needed = name in SHY
    entry.number_node = number_node
    if name in OPS:
        raise ValueError(f"the table has two entries named {name}")
    OPS[name] = entry
    return entry


def node_type(entry: Op) -> type:
    """The type of an entry's nodes, by the name that it has."""
    members = {"op": entry, "__module__": "builtins", "__slots__": ()}
    return type(entry.node_name, (TableNode,), members | saved_values(entry))


def number_type(entry: Op) -> type:
    """The type of node of a tensor and a plain number, which saves the number at most."""
    number = [each for each in entry.gradients["self"].names if each == "other"]
    members = {"op": entry, "__module__": "builtins", "__slots__": (),
               "next_functions": property(taken_edges)}
    return type(entry.number_node, (TableNode,), members | values_named(number))


def taken_edges(node: TableNode) -> tuple:
    """The `next_functions` of a tensor and a plain number, which has none."""
    return tuple(edge for edge in node._edges if edge is not None)


def read_parameters(entry: Op) -> None:
    """Read the slots and parameters of an op off its forward's code, which is quicker than asking
    for its signature, of a thousand functions when the engine starts."""
    forward, code = entry.forward, entry.forward.__code__
    names, taken = code.co_varnames, code.co_argcount + code.co_kwonlyargcount
    entry.slots = names[:code.co_argcount]
    for name in names[code.co_argcount:taken]:
        entry.params[name] = (forward.__kwdefaults__ or {}).get(name, inspect.Parameter.empty)
    entry.variadic = bool(code.co_flags & inspect.CO_VARARGS)
    if entry.variadic:
        entry.slots += (names[taken],)


def saved_values(entry: Op) -> dict[str, SavedValue]:
    """The attributes by which a node tells what it saved, e.g. `_saved_other`."""
    return values_named(saved_names(entry))


def values_named(names) -> dict[str, SavedValue]:
    """The attributes `_saved_` and `_raw_saved_` of these names."""
    spelled = [f"_{raw}saved_{name}" for name in names for raw in ("", "raw_")]
    return {name: saved_value(name) for name in spelled}


def describe(entry: Op) -> dict:
    """What the page needs to write the op's formulas: node name and TeX, all over formal names."""
    return {
        "node": entry.node_name,
        "forward": entry.tex,
        "gradients": {slot: gradient.tex for slot, gradient in entry.gradients.items()},
    }
