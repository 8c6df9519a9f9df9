"""The signatures that torch declares for its functions, as records of parameters.

The table, `torch/signatures.json`, is recorded from torch 2.13 by `python -m
tests.engine.signatures_of_torch`, which also defines its format. The matching of a value to a
parameter follows torch's parser of Python arguments (torch/csrc/utils/python_arg_parser.cpp).
"""

from __future__ import annotations

import json
import re
from functools import cache
from operator import index
from os.path import dirname
from typing import Any

import numpy as np

from autograd.kernels.generator import Generator
from autograd.runtime.function_record import record
from autograd.runtime.records import Record
from autograd.tensor.device import device
from autograd.tensor.dtype import dtype
from autograd.tensor.memory_format import layout, memory_format
from autograd.tensor.tensor import Tensor

SIGNATURES_FILE = f"{dirname(dirname(__file__))}/torch/signatures.json"
HIDDEN = "hidden"
# Reasons why an argument fits: its type, the types of its list's entries, its value.
BY_TYPE, BY_ENTRIES, BY_VALUE = 1, 2, 3
PARAMETER_TYPES = {
    "bool": bool, "str": str, "torch.Generator": Generator, "torch.layout": layout,
    "torch.memory_format": memory_format, "torch.device": (device, str, int), "object": object,
    "torch.dtype": dtype,
}  # fmt: skip
NUMBERS = {
    "int": (int, np.integer), "float": (int, float, np.integer, np.floating, np.bool_),
    "Number": (int, float, complex, np.number, np.bool_),
    "complex": (int, float, complex, np.number),
}  # fmt: skip
NUMPY_NAMES = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"),
               "other": ("x2",)}
TORCH_NAMES = {other: name for name, others in NUMPY_NAMES.items() for other in others}


class Parameter(Record):
    """One parameter: `kind` is its type in torch's words; with `one` an int may replace a list."""

    name: str
    kind: str
    shown: str
    optional: bool
    nullable: bool
    one: bool
    keyword_only: bool


class Signature(Record):
    """One signature of a function; `shown` is how torch prints it."""

    shown: str
    parameters: tuple[Parameter, ...]
    positional: int
    required: int
    varargs: bool


@cache
def read_signatures() -> dict[str, dict[str, list[str]]]:
    """Read the recorded signatures, a list of lines by namespace and name."""
    with open(SIGNATURES_FILE) as file:
        return json.load(file)


@cache
def find_signatures(namespace: str, name: str) -> tuple[Signature, ...] | None:
    """Return the signatures of `name` in `torch` or `torch.Tensor`; None if none is recorded."""
    rows = read_signatures().get(namespace, {}).get(name)
    return None if rows is None else tuple(parse_signature(row) for row in rows if row != HIDDEN)


def has_hidden_signature(namespace: str, name: str) -> bool:
    """Return whether torch accepts an old signature too, which it does not print."""
    return HIDDEN in read_signatures()[namespace][name]


def parse_signature(row: str) -> Signature:
    """Parse one line of the table."""
    parameters, keyword_only = [], False
    for part in row.split(", "):
        keyword_only = keyword_only or part == "*"
        if part not in ("*", ""):
            parameters.append(parse_parameter(part, keyword_only))
    positional = sum(not each.keyword_only for each in parameters)
    lists = positional == 1 and parameters[0].kind == "tuple of ints" and not parameters[0].one
    shown = re.sub(r"(:\d+)?\??(?= [a-z_0-9]+( = [^,]*)?(,|$))", "", row)
    required = sum(not each.optional for each in parameters)
    return Signature(f"({shown})", tuple(parameters), positional, required, lists)


def parse_parameter(part: str, keyword_only: bool) -> Parameter:
    """Parse one parameter of a line, such as `tuple of ints:1? dim = None`."""
    declared, _, default = part.partition(" = ")
    kind, name = declared.rsplit(" ", 1)
    plain = kind.removesuffix("?")
    plain, _, size = plain.partition(":")
    return Parameter(
        name, plain, part, bool(default), kind.endswith("?") or default == "[]", bool(size),
        keyword_only,
    )


def match_parameter(name: str, parameter: Parameter, value: Any) -> int:
    """Return why `value` fits a parameter of the function `name`; 0 if it does not."""
    kind = parameter.kind
    if value is None and parameter.nullable:
        return BY_TYPE
    if kind == "Tensor":
        if isinstance(value, Tensor):
            return BY_TYPE
        numbers = record(name.removesuffix("_")).numbers
        return BY_TYPE * (numbers and isinstance(value, NUMBERS["Number"]))
    if kind == "int" and parameter.name in record(name).indices:
        return match_entry(value)
    if kind in NUMBERS:
        return match_number(kind, value)
    if kind == "tuple of ints":
        return match_ints(parameter, value)
    if kind.startswith("tuple of"):
        return BY_TYPE * isinstance(value, tuple | list)
    if kind == "torch.dtype" and value in (int, float, bool, complex):
        return BY_VALUE
    return BY_TYPE * isinstance(value, PARAMETER_TYPES.get(kind, object))


def match_number(kind: str, value: Any) -> int:
    """Return why `value` fits a number; numpy scalars and 0-dim tensors fit by their value."""
    if isinstance(value, Tensor):
        integral = kind != "int" or value._array.dtype.kind in "iu"
        return BY_VALUE * (value._array.ndim == 0 and not value.requires_grad and integral)
    if kind == "int" and isinstance(value, bool):
        return 0
    why = BY_VALUE if isinstance(value, np.generic) else BY_TYPE
    return why * isinstance(value, NUMBERS[kind])


def match_ints(parameter: Parameter, value: Any) -> int:
    """Return why `value` fits a list of ints, judged by its first entry as torch does."""
    if isinstance(value, tuple | list):
        return BY_ENTRIES * (len(value) == 0 or is_index(value[0]))
    if parameter.one and isinstance(value, np.integer):
        return BY_VALUE
    return match_entry(value) if parameter.one and isinstance(value, Tensor | int) else 0


def is_index(value: Any) -> bool:
    """Return whether a list of ints may begin with `value`."""
    return match_entry(value) > 0


def match_entry(value: Any) -> int:
    """Return why `value` fits as an entry of a list of ints: an int, or has `__index__`."""
    if isinstance(value, Tensor):
        return BY_VALUE * (value._array.size == 1 and value._array.dtype.kind in "iu")
    if isinstance(value, bool | int | np.integer):
        return BY_TYPE * (not isinstance(value, bool))
    try:
        index(value)
    except TypeError:
        return 0
    return BY_VALUE


def find_argument(
        parameter: Parameter, args: tuple, options: dict, position: int) -> tuple[Any, ...]:
    """Return the argument for a parameter, with the keyword it has, if any."""
    if position < len(args) and not parameter.keyword_only:
        return args[position], None
    for name in (parameter.name, *NUMPY_NAMES.get(parameter.name, ())):
        if name in options:
            return options[name], name
    return None, None
