"""Read the facts about ops where they stand now: one reader a kind.

When a table moves into the records, its line here is replaced by one that reads the records, and
`tests/golden/facts.json` stays as it is, byte for byte.
"""

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from autograd.runtime import sparse_rules
from autograd.runtime import masked_rules
from autograd.runtime.function_record import NEVER, SAME_PLACE
from tests.engine import fact_forwards as forwards, fact_functions as functions


class Reader(NamedTuple):
    """Reads the facts of a kind, by op; `tables` are the keys of those they come from."""

    read: Callable[[], dict]
    tables: tuple[str, ...]


def in_force(read: Callable[[], dict], *tables: str) -> Reader:
    """A reader of what is in force of records, methods or rules."""
    return Reader(read, tables)


def declared(read: Callable[[Any], object], part: str = "") -> Reader:
    """A reader of a fact in the records of functions, or in a part of them."""
    return Reader(partial(functions.declared, read, part), ())


def with_sparse_rule(rule: sparse_rules.SparseRule) -> Reader:
    """A reader of the functions that have a rule for sparse tensors."""
    return Reader(partial(functions.with_sparse_rule, rule), ())


def declared_of_operators(read: Callable[[Any], object]) -> Reader:
    """A reader of a fact about what is behind Python's operators."""
    return declared(read, "operator")


def of_records(keyword: str) -> Reader:
    """A reader of what the records say by this keyword, but for the default, which is false."""
    return Reader(partial(forwards.of_records, keyword), ())


def table(key: str, *tables: str) -> Reader:
    """A reader of a table as it is; `tables` are those that it was made of, else itself."""
    return Reader(partial(read_table, key), tables or (key,))


def read_table(key: str) -> dict:
    """The table `key`, a file and a name: a mapping as it is, of names that each is in it."""
    file, name = key.split(" ")
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if not module.startswith("torch"):
        module = f"autograd.{module}"
    value = getattr(importlib.import_module(module), name)
    if isinstance(value, dict):
        return value
    names = value.split() if isinstance(value, str) else value
    return {getattr(each, "name", each): True for each in names}


# By what a fact means: how it is read. Those of records first, then by who asks for them.
READERS: dict[str, Reader] = {
    # around the forwards
    "refused dtypes": in_force(forwards.refused),
    "memory format of results": in_force(forwards.memory_format),
    "16-bit floats rounded once": in_force(forwards.rounded_once),
    "gradients of 16-bit floats rounded once": in_force(forwards.gradients_at_once),
    "complex numbers in torch's steps": in_force(forwards.complex_steps),
    "order of what is around the forward": in_force(forwards.order),
    "no derivative in torch": in_force(forwards.underived),
    "name of nodes": in_force(forwards.node_names),
    "gradients as one node": in_force(forwards.joint),
    # saved values
    "names of saved values": in_force(forwards.saved_names),
    "kept for saved values": in_force(forwards.kept),
    "how saved values are made": of_records("saves"),
    "kept only where it needs a gradient": of_records("saves_if_needed"),
    "saved dim is a list": of_records("saves_dim_as_list"),
    "saved subscript": of_records("saves_subscript"),
    "error of a changed saved index": of_records("unpack_error"),
    # recording and backward
    "not derived for complex numbers": of_records("real_only"),
    "only the first output is counted": of_records("first_output_only"),
    "view that strides cannot make": of_records("recasts"),
    "result size is asked for": of_records("result_sized"),
    "error on meta tensors": in_force(functions.errors_on_meta),
    "meta beside other devices": of_records("mixes_with_meta"),
    "number rounded to 16 bits first": of_records("rounds_number"),
    "number beside 16-bit floats is exact": of_records("exact_number"),
    "mask moves with the entries": of_records("moves_entries"),
    "node of the in-place form": in_force(forwards.in_place),
    "extreme of two": in_force(forwards.extremes),
    "lowered by autocast": in_force(functions.lowered_additions),
    # in-place writes
    "written value is the same everywhere": declared(lambda write: write.uniform, "in_place"),
    "tolerated in expanded memory": declared(lambda write: write.tolerated, "in_place"),
    "may not read what it writes": declared(lambda write: write.reads == NEVER, "in_place"),
    "dtypes checked before memory": declared(lambda write: write.dtypes_first, "in_place"),
    "checked before an in-place write": in_force(functions.in_place_checks),
    "in-place methods": in_force(functions.in_place_methods),
    # out=
    "out=: called in errors": in_force(functions.out_names),
    "out=: no gradient would flow": declared(lambda record: not record.derived),
    "out=: result is copied": declared(lambda out: out.copied, "out"),
    "out=: error of another dtype": declared(lambda out: out.dtype_error, "out"),
    "out=: errors of other dtypes, by result": declared(lambda out: out.dtype_errors, "out"),
    "out=: called where a cast is unsafe": declared(lambda out: out.castable, "out"),
    "out=: results called where a cast is unsafe": declared(lambda out: out.results, "out"),
    "out=: may not be an input": declared(lambda out: out.reads == NEVER, "out"),
    "out=: may not overlap an input": declared(lambda out: out.reads == SAME_PLACE, "out"),
    "out=: may overlap itself": declared(lambda out: out.may_overlap, "out"),
    "out=: gives the dtype": declared(lambda out: out.gives_dtype, "out"),
    "out=: called in errors, torch.linalg": in_force(functions.linalg_out_names),
    # arguments
    "factors of deprecated overloads": declared(lambda record: record.factors),
    "options that are bools": declared(functions.bools),
    "arguments handed on to C++": declared(functions.handed_on, "native"),
    "arguments looked at before C++": declared(lambda native: native.looks_first, "native"),
    "asked of arguments first": declared(functions.reads),
    "asked of the first argument": declared(lambda record: record.needs),
    "numbers looked at before histories": declared(lambda record: record.composite),
    "number in place of a tensor": in_force(functions.taking_numbers),
    "ints taken as an index": declared(lambda record: " ".join(record.indices)),
    "filled by": declared(lambda record: record.filled_by, "factory"),
    "layout is obeyed": declared(lambda record: record.layouts, "factory"),
    "takes layout and pin_memory": declared(lambda record: True, "factory"),
    "fills overlapping memory": declared(lambda record: record.overlapping, "factory"),
    # names and results
    "fields of the return type": declared(lambda record: record.fields),
    "full name": in_force(functions.full_names),
    "qualified name of methods": in_force(functions.qualified_names),
    "function of the in-place form": in_force(forwards.in_place_functions),
    "same function as in torch.nn.functional": in_force(functions.same_as_layers),
    "_foreach of one list": in_force(partial(forwards.foreach, 1)),
    "_foreach of two lists": in_force(partial(forwards.foreach, 2)),
    "_foreach called in errors": in_force(forwards.foreach_methods),
    # __torch_function__
    "compiled in torch.nn.functional": in_force(functions.compiled),
    "called torch.nn": declared(lambda record: record.compiled == "torch.nn"),
    "written in Python": in_force(functions.written_in_python),
    "function behind an operator": declared_of_operators(lambda operator: operator.method),
    "operator before the reflected one": in_force(functions.forward_operators),
    "name of an operator": declared_of_operators(lambda operator: operator.name),
    "method written in Python": declared(lambda record: record.python_method),
    "not dispatched, function": declared(lambda record: not record.dispatched),
    "not dispatched, method": in_force(functions.undispatched_methods),
    "arguments that are dispatched on": in_force(functions.dispatched_on),
    "arguments handed to __torch_function__": declared(
        lambda record: record.handed and [record.handed.positional, record.handed.defaults]),
    "symbol of an operator": in_force(partial(functions.symbols, False)),
    "symbol of a comparison": in_force(partial(functions.symbols, True)),
    "property of every tensor": declared(lambda record: record.metadata),
    # vmap and forward mode
    "vmap: rule": in_force(functions.batching_rules),
    "vmap: reduction with dim": in_force(functions.full_reductions),
    "vmap: no rule in torch": in_force(functions.unruled),
    "vmap: called in warnings": in_force(functions.told_otherwise),
    "vmap: composed in torch": in_force(functions.composed),
    "vmap: error": in_force(functions.errors_of_slices),
    "vmap: draws random numbers": of_records("draws"),
    "vmap: draws by entry": in_force(functions.drawn_by_entry),
    "vmap: draws by entries of two": in_force(functions.drawn_by_several),
    "vmap: makes one for each slice": in_force(functions.made_for_slices),
    "forward mode: not implemented": of_records("no_forward_ad"),
    "forward mode: tangents go where values go": of_records("tangents_as_values"),
    # sparse and masked tensors, parameters, counting
    "sparse: rule": in_force(functions.sparse_rules),
    "sparse: entries stored once": with_sparse_rule(sparse_rules.ZERO_PRESERVING),
    "sparse: linear": with_sparse_rule(sparse_rules.LINEAR),
    "sparse: copied": with_sparse_rule(sparse_rules.COPY),
    "sparse: property": with_sparse_rule(sparse_rules.AS_DENSE),
    "sparse: product": with_sparse_rule(sparse_rules.MATRIX_PRODUCT),
    "sparse: sign of the second term": in_force(functions.sparse_signs),
    "masked: of one": in_force(partial(functions.masked, masked_rules.UNARY)),
    "masked: of two": in_force(partial(functions.masked, masked_rules.BINARY)),
    "masked: in place": in_force(functions.masked_in_place),
    "masked: moves entries": in_force(partial(functions.masked, masked_rules.MOVE_ENTRIES)),
    "masked: reduction": in_force(partial(functions.masked, masked_rules.REDUCTION)),
    "masked: property": in_force(functions.masked_properties),
    "masked: called in errors": declared(
        lambda record: getattr(record.masked, "aten_name", "")),
    "gain is 1": in_force(functions.gain_is_1),
    "allowed on an uninitialized parameter": declared(
        lambda record: record.takes_uninitialized),
    "floating point operations": of_records("flops"),
}
