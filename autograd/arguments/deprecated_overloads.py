"""Deprecated signatures, with factors first: `p.add_(-lr, grad)`, `addcmul_(1 - b, g, g)`.

torch accepts them with one warning in a process. Source: tools/autograd/deprecated.yaml.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType

from autograd.arguments.argument_parser import Mismatch, match
from autograd.arguments.signatures import (
    Signature, find_argument, parse_signature, read_signatures, find_signatures,
)
from autograd.runtime.function_record import record
from autograd.runtime.warnings import warn_once
from autograd.tensor.tensor import Tensor


def convert_deprecated_call(namespace: str, name: str, args: tuple, options: dict) -> tuple | None:
    """Return the current form of a call of a deprecated overload, None for other calls.

    The result is `(args, options)`; a method's `args` are those after the tensor. Emits torch's
    warning.
    """
    for former in deprecated_signatures(namespace, name):
        try:
            match(name, former, args, options)
        except Mismatch:
            continue
        warn_once(
            f"This overload of {name} is deprecated:\n\t{name}{former.shown}\nConsider using one "
            "of the following signatures instead:" + "".join(
                f"\n\t{name}{each.shown}" for each in find_signatures(namespace, name)),
            at="torch/csrc/utils/python_arg_parser.cpp:1841")
        values = {each.name: find_argument(each, args, options, position)
                  for position, each in enumerate(former.parameters)}
        factors = record(name.removesuffix("_")).factors
        tensors = [value for key, (value, _) in values.items() if key not in (*factors, "out")]
        numbers = {
            key: item_or_number(value) for key, (value, _) in values.items() if key in factors}
        return tensors, numbers | ({"out": options["out"]} if "out" in options else {})
    return None


def is_bound_by_class(name: str, args: tuple) -> bool:
    """Return whether the first argument is an instance whose class has the function: `act = relu`.

    Python binds our functions to such instances; torch's are built-ins, which are not bound.
    """
    if not args or isinstance(args[0], Tensor) or record(name).python_function:
        return False
    return any(
        type(value) is FunctionType and value.__name__ == name
        and value.__module__.startswith(("autograd.", "torch"))
        for kind in type(args[0]).__mro__ for value in vars(kind).values())


def item_or_number(value: Tensor | float) -> float:
    """Return the number of a factor, which may be a tensor."""
    return value.item() if isinstance(value, Tensor) else value


@cache
def deprecated_signatures(namespace: str, name: str) -> tuple[Signature, ...]:
    """Return the deprecated signatures that torch's parser accepts for a function."""
    factors = record(name.removesuffix("_")).factors
    rows = read_signatures().get(namespace, {}).get(name)
    if not factors or not rows:
        return ()
    tensors, _, rest = rows[0].partition(", *, ")
    first, others = [], tensors.split(", ")
    if namespace == "torch":
        first, others = others[:1], others[1:]
    out = [part for part in rest.split(", ") if part.endswith("out = None")]
    end = [*others, *(["*", *out] if out else [])]
    numbers = [f"Number {factor}" for factor in factors]
    if len(numbers) == 1:
        orders = [[*first, *numbers, *end]]
    else:
        orders = [[numbers[0], *first, numbers[1], *end], [numbers[0], *first, *end]]
    return tuple(parse_signature(", ".join(order)) for order in orders)
