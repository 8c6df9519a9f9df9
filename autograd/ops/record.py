"""The record of an op: forward, gradient formulas, facts.

A record is declared once, with `op(...)`: forward, TeX, and a gradient for each differentiable
input. The parameter names of a gradient formula are the values that it needs:

    grad                  the gradient of the output (`grads`: of all outputs, None where absent)
    self, other, ...      an input tensor, which is therefore saved
    result, indices, ...  an output, which is therefore saved
    self_shape            the shape of an input, which saves nothing
    self_strides          the strides of an input, in entries, which saves nothing either
    dim, keepdim, ...     a parameter of the forward
    recip, ...            one of the entry's `parts`, which is computed once for all formulas

Further keywords are the facts of the op: dtypes that it refuses, the memory format of results, and
so on; `graph/op_facts.py` explains each.

In the forward, positional parameters are tensors (or numbers, or None) and keyword-only ones are
everything else. Forward and formulas are written in table ops and numpy functions that both take,
so that one formula runs on plain arrays and, for `create_graph`, on Tensors.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy as shallow_copy
from typing import Any

from autograd.engine.apply import apply
from autograd.engine.backward_plan import Plan, make_plan
from autograd.graph.node import MAX_SEQUENCE_NR, TableNode
from autograd.graph.op_facts import FACTS, Facts, Joining
from autograd.graph.saved_attributes import SavedValue, saved_names, saved_descriptor
from autograd.kernels.complex_arithmetic import dispatch_complex
from autograd.kernels.half_accumulation import compute_in_float32
from autograd.kernels.refused_dtypes import with_dtype_check
from autograd.runtime.registry import OPS
from autograd.tensor.tensor import Tensor


class Gradient:
    """The derivative by one input: a formula, and its TeX.

    `complex` is the formula of the same names for a complex result. `at_once` tells whether torch
    has a kernel that rounds 16-bit floats at its end only.
    """

    __slots__ = ("formula", "tex", "names", "complex", "at_once")

    def __init__(
            self, formula: Callable, tex: str, names: tuple[str, ...] = (),
            complex: Callable | None = None, at_once: bool = False):
        self.formula, self.tex, self.names = formula, tex, names
        self.complex, self.at_once = complex, at_once


def d(formula: Callable, tex: str, complex: Callable | None = None, accumulate: str = "",
      at_once: bool = False) -> Gradient:
    """Return a gradient: `formula` over the names above, and its TeX over the same names.

    `complex` is the formula for complex numbers, where torch conjugates other values than the saved
    ones. `accumulate` is that of `op`; a formula that rounds by itself is `at_once`.
    """
    names = parameter_names(formula)
    if accumulate:
        formula, at_once = compute_in_float32(formula, accumulate), True
    return Gradient(formula, tex, names, complex, at_once)


def as_array(value: Any) -> Any:
    """Return the array of a value that a formula uses as a constant: of a Tensor, or itself."""
    return getattr(value, "_array", value)


def parameter_names(formula: Callable) -> tuple[str, ...]:
    """Return the parameter names of a formula."""
    code = formula.__code__
    return code.co_varnames[:code.co_argcount]


class Op(Facts):
    """One op of the table; a call runs it, on arrays or on Tensors."""

    __slots__ = (
        "name", "node_name", "forward", "tex", "gradients", "outputs", "view", "holomorphic",
        "slots", "params", "variadic",
        "kept",  # names that nodes save beside those of formulas
        "number_node",  # the name of the node when a formula gives it a plain number
        "kernel",  # the forward without its wrappers
        "node_type", "number_type",
        "joining",  # `joins` of the op that `joint` names
        "parts",  # (formula, its argument names)
        "plans",
    )
    name: str
    node_name: str
    forward: Callable
    tex: str
    gradients: dict[str, Gradient]
    outputs: tuple[str, ...]
    view: bool
    holomorphic: bool
    slots: tuple[str, ...]
    params: dict[str, object]
    variadic: bool
    kept: tuple[str, ...]
    number_node: str | None
    kernel: Callable | None
    node_type: type
    number_type: type
    joining: Joining | None
    parts: dict[str, tuple]
    plans: dict[tuple, Plan]

    def __init__(
            self, name: str, node_name: str, forward: Callable, tex: str,
            gradients: dict[str, Gradient], outputs: tuple[str, ...], view: bool,
            holomorphic: bool, facts: dict[str, Any]):
        self.name, self.node_name, self.forward, self.tex = name, node_name, forward, tex
        self.gradients, self.outputs = gradients, outputs
        self.view, self.holomorphic = view, holomorphic
        self.slots, self.params, self.variadic = (), {}, False
        self.kept, self.number_node, self.kernel, self.parts, self.plans = (), None, None, {}, {}
        vars(self).update(facts)

    __eq__, __hash__ = object.__eq__, object.__hash__

    def __call__(self, *inputs, **params):
        for value in inputs:
            if isinstance(value, Tensor):
                return apply(self, inputs, params)
        return self.forward(*inputs, **params)

    def __getattr__(self, name: str) -> Any:
        """Make the types of nodes when they are first read, which most never are.

        `joining` is looked up then, too: its op is declared later in the table.
        """
        if name == "node_type":
            self.node_type = node_type(self)
        elif name == "number_type":
            self.number_type = number_type(self) if self.number_node else self.node_type
        elif name == "joining":
            self.joining = OPS[self.joint].joins if self.joint else None
        else:
            raise AttributeError(f"'Op' object has no attribute '{name}'")
        return getattr(self, name)

    def changed(self, **fields: Any) -> Op:
        """Return a copy with other values of these fields, with plans and nodes of its own."""
        made = shallow_copy(self)
        made.plans = {}
        for each in ("node_type", "number_type", "joining"):
            with suppress(AttributeError):  # which is made when it is first read
                delattr(made, each)
        for each, value in fields.items():
            setattr(made, each, value)
        return made

    def computing(self, forward: Callable) -> Op:
        """Return this op with another forward, with nodes of the same types."""
        made = self.changed(forward=forward)
        made.node_type, made.number_type = self.node_type, self.number_type
        return made

    def slot(self, index: int) -> str:
        """Return the name of the input at `index`."""
        return self.slots[0] if self.variadic else self.slots[index]

    def plan(
            self, needs_grad: int, scalars: int, stepped: str = "", even: bool = False) -> Plan:
        """Return the plan for the bits of inputs that need a gradient, and of those that are no
        Tensors.

        `stepped` is the kind of a result whose gradients are rounded at each step. `even` means
        that the result has the shape and dtype of all its inputs.
        """
        key = (needs_grad, scalars, stepped, even) if stepped or even else (needs_grad, scalars)
        plan = self.plans.get(key)
        if plan is None:
            plan = self.plans[key] = make_plan(self, *key)
        return plan


def op(name: str, node_name: str, forward: Callable, tex: str, *,
       outputs: tuple[str, ...] = ("result",), view: bool = False, number_node: str | None = None,
       holomorphic: bool = True, parts: dict[str, Callable] | None = None, like: Op | None = None,
       **given: Any) -> Op:
    """Declare the record of an op: gradients made by `d`, by the names of inputs, beside facts.

    `number_node` names the node where torch combines a tensor with a Python number. Formulas are
    written for real numbers; conjugates are inserted for complex results, unless the op is not
    `holomorphic`: then its formulas contain them. `parts` are formulas that several gradients use,
    by name. The forward has the inputs and parameters of the op `like`, and its own.
    """
    facts = {each: given.pop(each) for each in list(given) if each in FACTS}
    entry = Op(name, node_name, forward, tex, given, outputs, view, holomorphic, facts)
    if parts:
        entry.parts = {each: (part, parameter_names(part)) for each, part in parts.items()}
    read_parameters(entry, like)
    entry.kernel, entry.forward = forward, wrap_forward(entry)
    entry.kept, entry.number_node = names_to_keep(entry), number_node
    if name in OPS:
        raise ValueError(f"the table has two entries named {name}")
    if unknown := [each for each, value in given.items() if not isinstance(value, Gradient)]:
        raise TypeError(f"{name}: {unknown} are neither facts nor gradients")
    OPS[name] = entry
    return entry


def wrap_forward(entry: Op) -> Callable:
    """Return the forward of an entry, wrapped as its facts state; dtypes are checked first."""
    forward = entry.forward
    if entry.of_complex is not None:
        forward = dispatch_complex(forward, entry.of_complex)
    if entry.accumulate:
        forward = compute_in_float32(forward, entry.accumulate)
    if entry.memory_format is not None:
        forward = entry.memory_format(forward)
    if entry.refuses:
        forward = with_dtype_check(forward, entry.refuses)
    return forward


def names_to_keep(entry: Op) -> tuple[str, ...]:
    """Return the names that nodes save for attributes, beside those that formulas use."""
    if not entry.saves:
        return ()
    sources = entry.saves.values()
    return tuple(sorted({each for source in sources if source for each in source.names}))


def node_type(entry: Op) -> type:
    """Return the type of an entry's nodes, with the name of its record."""
    members = {"op": entry, "__module__": entry.node_module, "__slots__": ()}
    name = entry.cpp_name
    if entry.underived:
        members |= {
            "_sequence": property(lambda node: MAX_SEQUENCE_NR, lambda node, number: None),
            "users": 0,  # so that the engine counts
        }
        if not entry.empty_edges:
            members["next_functions"] = property(recorded_edges)
        name = "torch::autograd::NotImplemented"
    if name is not None:
        members["name"] = lambda node: name
    return type(entry.node_name, (TableNode,), members | saved_values(entry))


def number_type(entry: Op) -> type:
    """Return the type of node of a tensor with a Python number, which saves the number at most."""
    number = [each for each in entry.gradients["self"].names if each == "other"]
    members = {"op": entry, "__module__": "builtins", "__slots__": (),
               "next_functions": property(present_edges)}
    return type(entry.number_node, (TableNode,), members | values_named(number))


def recorded_edges(node: TableNode) -> tuple:
    """Return the `next_functions` of an op that torch's table leaves out.

    There is one for each input that requires a gradient, an empty one for a view without history
    whose base has one.
    """
    return tuple(node._edges[i] or (None, 0) for i, _, _ in node._plan.formulas)


def present_edges(node: TableNode) -> tuple:
    """Return the `next_functions` of a tensor with a Python number, which has none."""
    return tuple(edge for edge in node._edges if edge is not None)


def read_parameters(entry: Op, like: Op | None) -> None:
    """Set the inputs and parameters of an op from its forward's code.

    That is faster than `inspect.signature`, for a thousand functions when the engine starts.
    """
    forward, code = entry.forward, entry.forward.__code__
    names, taken = code.co_varnames, code.co_argcount + code.co_kwonlyargcount
    if like is not None:
        entry.slots, entry.params = like.slots, dict(like.params)
    else:
        entry.slots = names[:code.co_argcount]
    for name in names[code.co_argcount:taken]:
        entry.params[name] = (forward.__kwdefaults__ or {}).get(name, inspect.Parameter.empty)
    entry.variadic = like is None and bool(code.co_flags & inspect.CO_VARARGS)
    if entry.variadic:
        entry.slots += (names[taken],)


def saved_values(entry: Op) -> dict[str, SavedValue]:
    """Return the attributes of saved values, e.g. `_saved_other`, by name."""
    return values_named(saved_names(entry))


def values_named(names: list[str]) -> dict[str, SavedValue]:
    """Return the attributes `_saved_` and `_raw_saved_` of these names."""
    spelled = [f"_{raw}saved_{name}" for name in names for raw in ("", "raw_")]
    return {name: saved_descriptor(name) for name in spelled}


def describe(entry: Op) -> dict[str, Any]:
    """Return the node name of an op, its outputs and its formulas in TeX, for the page."""
    return {
        "node": entry.node_name,
        "outputs": list(entry.outputs),
        "forward": entry.tex,
        "gradients": {slot: gradient.tex for slot, gradient in entry.gradients.items()},
    }


@contextmanager
def wrap_forwards(wrappers: Mapping[str, Callable[[Callable], Callable]]) -> Iterator[None]:
    """Replace the forward of each op by what its wrapper returns for it, within a block.

    Counters use it to observe forwards, in backward passes too; ops cost nothing more without it.
    """
    forwards = {name: OPS[name].forward for name in wrappers}
    try:
        for name, wrap in wrappers.items():
            OPS[name].forward = wrap(forwards[name])
        yield
    finally:
        for name, forward in forwards.items():
            OPS[name].forward = forward
