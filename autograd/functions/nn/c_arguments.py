"""The arguments that `torch.nn.functional` passes to torch's C++."""

from __future__ import annotations

from collections.abc import Iterable

from autograd.runtime.function_record import Keyword, Native, Or, Where
from autograd.tensor.tensor import Tensor


def native_arguments(
    native: Native, given: dict[str, object],
) -> tuple[tuple[object, ...], dict[str, object]]:
    """Return `(args, options)` that the C++ of a function gets, from its arguments by name."""
    args: list[object] = []
    options: dict[str, object] = {}
    for each in native.arguments:
        if isinstance(each, Keyword):
            if given[each.name] is not None:
                options[each.name] = given[each.name]
        else:
            args.append(argument_value(each, given))
    if native.pairs:
        args[1:] = map(as_pair, args[1:])
    return tuple(args), options


def argument_value(each: str | int | Or | Where, given: dict[str, object]) -> object:
    """Return the value that is passed for one argument."""
    if isinstance(each, Where):
        return given[each.given] is not None and given[each.name]
    if isinstance(each, Or):
        other = given[each.other] if isinstance(each.other, str) else each.other
        return other if given[each.name] is None else given[each.name]
    if not isinstance(each, str):
        return each
    return [] if each == "stride" and given[each] is None else given[each]


def argument_name(each: str | int | Or | Where) -> str | None:
    """Return the name of an argument that is passed, None for a constant."""
    return each if isinstance(each, str) else getattr(each, "name", None)


def as_pair(value: int | tuple[int, ...]) -> tuple:
    """Return a setting for height and width as torch's Python does: a scalar twice."""
    return tuple(value) if isinstance(value, Iterable | Tensor) else (value, value)
