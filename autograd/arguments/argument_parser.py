"""Matching of a call's arguments against signatures, with torch's errors if none fits.

Source: torch/csrc/utils/python_arg_parser.cpp, invalid_arguments.cpp. The signatures are those that
torch declares (`find_signatures`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.arguments.signatures import (
    BY_TYPE, NUMBERS, NUMPY_NAMES, Parameter, Signature, find_argument, has_hidden_signature,
    is_index, match_entry, match_parameter,
    find_signatures,
)
from autograd.engine.vmap_refusals import ITEM, unwrap_for
from autograd.runtime.c_types import type_name
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.size import Size


class Mismatch(TypeError):
    """Arguments that do not fit a signature; the message is torch's for a single signature."""


def check_arguments(namespace: str, name: str, args: tuple, options: dict) -> int:
    """Return why the arguments fit a signature of the function, the weakest reason of them all.

    `namespace` is `torch` or `torch.Tensor`; a method's arguments are those after the tensor. The
    result is BY_TYPE for a function without recorded signatures. Raises torch's TypeError if no
    signature fits.
    """
    known = find_signatures(namespace, name)
    if known is None:
        return BY_TYPE
    try:
        return match_any(name, known, args, options, has_hidden_signature(namespace, name))
    except Mismatch as error:
        raise TypeError(str(error)) from None


def match_any(name: str, known: tuple[Signature, ...], args: tuple, options: dict,
              hidden: bool) -> int:
    """Match a call against all signatures of a function; raise Mismatch with torch's message."""
    if not known:
        return check_no_arguments(name, args, options)
    if len(known) == 1 and not hidden:
        return match(name, known[0], args, options)
    for each in known:
        try:
            return match(name, each, args, options)
        except Mismatch:
            pass
    raise invalid_combination_error(name, known, args, options)


def convert_to_numbers(namespace: str, name: str, args: tuple, options: dict) -> tuple | None:
    """Return `(args, options)` with 0-dim tensors and numpy's scalars converted to Python numbers.

    None if no argument changes.
    """
    for each in () if name == "new" else find_signatures(namespace, name) or ():
        try:
            match(name, each, args, options)
        except Mismatch:
            continue
        numeric = {p.name for p in each.parameters if p.kind in (*NUMBERS, "tuple of ints")}
        numeric.update(*(NUMPY_NAMES.get(key, ()) for key in numeric))
        names = [p.name for p in each.parameters]
        is_list = is_single_list(each, args)
        positional = [as_number(value) if is_list or names[i] in numeric else value
                      for i, value in enumerate(args)]
        named = {key: as_number(value) if key in numeric else value
                 for key, value in options.items()}
        before = [*args, *options.values()]
        changed = any(a is not b for a, b in zip(before, [*positional, *named.values()]))
        return (positional, named) if changed else None
    return None


def as_number(value: Tensor | Sequence[int] | float | None) -> Any:
    """Return the Python number of a numpy scalar, a tensor or an object with `__index__`.

    Lists are converted entry by entry; tensors of a transform are returned unchanged.
    """
    if isinstance(value, tuple | list):
        numbers = [as_number(each) for each in value]
        return value if all(a is b for a, b in zip(value, numbers)) else numbers
    if isinstance(value, Tensor):
        return value if value._levels else unwrap_for(ITEM, value)._array.item()
    if isinstance(value, np.generic):
        return float(value) if isinstance(value, np.bool_) else value.item()
    return value if isinstance(value, int) or not hasattr(value, "__index__") else index(value)


def check_no_arguments(name: str, args: tuple, options: dict) -> int:
    """Raise Mismatch for arguments of a method without parameters."""
    if options:
        raise Mismatch(f"TensorBase.{name}() takes no keyword arguments")
    if args:
        raise Mismatch(f"TensorBase.{name}() takes no arguments ({len(args)} given)")
    return BY_TYPE


def match(name: str, signature: Signature, args: tuple, options: dict) -> int:
    """Match a call against one signature; raise Mismatch, with torch's message, otherwise."""
    if len(args) > signature.positional and not is_single_list(signature, args):
        raise Mismatch(f"{name}() {describe_too_many(signature, len(args))}")
    why, position, used = BY_TYPE, 0, 0
    for number, parameter in enumerate(signature.parameters):
        value, keyword = find_argument(parameter, args, options, position)
        missing = keyword is None and (position >= len(args) or parameter.keyword_only)
        used += keyword is not None
        if missing and not parameter.optional:
            raise Mismatch(f"{name}() {describe_missing(signature, number)}")
        if not missing:
            if keyword is None and position == 0 and is_single_list(signature, args):
                why = max(why, match_entries(name, parameter, args))
                position = len(args)
                continue
            why = max(why, match_argument(name, parameter, value, position, keyword))
        position += keyword is None and not parameter.keyword_only
    if used < len(options):
        raise Mismatch(f"{name}() {describe_unexpected(signature, len(args), options)}")
    return why


def is_single_list(signature: Signature, args: tuple) -> bool:
    """Return whether the positional arguments are the entries of one list, as in `x.view(2, 3)`."""
    return signature.varargs and len(args) > 0 and is_index(args[0])


def match_argument(
        name: str, parameter: Parameter, value: Any, position: int, keyword: str | None) -> int:
    """Return why one argument fits, as `match_parameter` does; raise Mismatch if it does not."""
    why = match_parameter(name, parameter, value)
    if why:
        if parameter.kind == "tuple of ints" and isinstance(value, tuple | list):
            why = max(why, match_entries(name, parameter, value))
        return why
    where = "" if keyword else f" (position {position + 1})"
    got = f", not {type_name(value)}"
    if parameter.kind == "tuple of ints" and isinstance(value, tuple | list):
        got = f", but found element of type {type_name(value[0])} at pos 0"
    raise Mismatch(f"{name}(): argument '{parameter.name}'{where} must be {parameter.kind}{got}")


def match_entries(name: str, parameter: Parameter, values: Sequence[int] | Size) -> int:
    """Return why all entries fit a list of ints; raise torch's TypeError unless they do."""
    why = BY_TYPE
    for number, value in enumerate(values, 1):
        fitting = match_entry(value) or BY_TYPE * isinstance(value, bool)
        why = max(why, fitting)
        if not fitting:
            raise TypeError(
                f"{name}(): argument '{parameter.name}' failed to unpack the object at pos "
                f"{number} with error \"type must be tuple of ints,but got {type_name(value)}\""
            )
    return why


def describe_too_many(signature: Signature, count: int) -> str:
    """Return torch's message about surplus positional arguments."""
    most = signature.positional
    least = sum(not each.optional for each in signature.parameters)
    if least != most:
        return f"takes from {least} to {most} positional arguments but {count} were given"
    verb = "was" if count == 1 else "were"
    return f"takes {most} positional argument{'' if most == 1 else 's'} but {count} {verb} given"


def describe_missing(signature: Signature, index: int) -> str:
    """Return torch's message about missing arguments, with the plural where torch has it."""
    names = [f'"{each.name}"' for each in signature.parameters[index:] if not each.optional]
    plural = "s" if len(names) == 1 else ""
    return f"missing {len(names)} required positional argument{plural}: {', '.join(names)}"


def describe_unexpected(signature: Signature, count: int, options: dict) -> str:
    """Return torch's message about a keyword that is unknown or also passed by position."""
    names = [each.name for each in signature.parameters]
    for key in options:
        if key not in names:
            return f"got an unexpected keyword argument '{key}'"
        if names.index(key) < count:
            return f"got multiple values for argument '{key}'"
    return "invalid keyword arguments"


def invalid_combination_error(
        name: str, known: tuple[Signature, ...], args: tuple, options: dict) -> Mismatch:
    """Return torch's error for a call that fits none of several signatures."""
    count = len(args) + len(options)
    near = [each for each in known if each.required <= count <= len(each.parameters)]
    if len(near) == 1:
        try:
            match(name, near[0], args, options)
        except Mismatch as error:
            return error
    options = order_by_hash(options)
    text = f"{name}() received an invalid combination of arguments - got ("
    text += describe_types(args, options)
    if len(known) == 1:
        return Mismatch(f"{text}), but expected {known[0].shown}")
    text += "), but expected one of:\n"
    return Mismatch(text + "".join(describe_signature(each, args, options) for each in known))


def describe_types(args: tuple, options: dict) -> str:
    """Return the types of a call's arguments, as torch lists them in errors."""
    parts = [type_name(value) for value in args]
    parts += [f"{key}={type_name(value)}" for key, value in options.items()]
    return ", ".join(parts) + ", " * (not args and len(parts) > 0)


def describe_signature(signature: Signature, args: tuple, options: dict) -> str:
    """Return torch's lines about one of several signatures, with mismatches if the count fits."""
    line = f" * {signature.shown}\n"
    parts = signature.shown[1:-1].split(", ")
    if len(args) + len(options) != len(parts):
        return line
    names = [part.rsplit(" ", 1)[-1] for part in parts]
    wrong = [key for key in options if key not in names[len(names) - len(options):]]
    reason = "      didn't match because some of the "
    if wrong:
        return f"{line}{reason}keywords were incorrect: {', '.join(wrong)}\n"
    values = [*args, *(options[name] for name in names[len(args):])]
    shown = []
    for number, (part, value) in enumerate(zip(parts, values)):
        key = f"{names[number]}=" if number >= len(args) else ""
        mark = "" if is_named(part.rpartition(" ")[0], value) else "!"
        shown.append(f"{mark}{key}{type_with_entries(value)}{mark}")
    end = ", " * (not args)
    return f"{line}{reason}arguments have invalid types: ({', '.join(shown)}{end})\n"


def is_named(kind: str, value: Any) -> bool:
    """Return whether torch's message marks the type of `value` as matching `kind`."""
    return type_name(value) == kind or kind == "float" and type_name(value) == "int"


def type_with_entries(value: Any) -> str:
    """Return the name of a value's type; a list or tuple adds the types of its entries."""
    if type(value) is not list and not isinstance(value, tuple):
        return type_name(value)
    inside = ", ".join(type_name(each) for each in value)
    if isinstance(value, list):
        return f"list of [{inside}]"
    return f"{type_name(value)} of ({inside}{',' * (len(value) == 1)})"


def without_parameters(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function without parameters to raise torch's TypeError for arguments."""

    @wraps(function)
    def wrapper(*args, **options):
        if args or options:
            passed = f"arguments ({len(args)} given)" if args else "keyword arguments"
            raise TypeError(f"torch.{function.__name__}() takes no {passed}")
        return function()

    return wrapper


# --- The order of C++'s unordered_map ----------------------------------------------------------

BUCKETS = 13  # libstdc++ rehashes for more names than buckets
MASK = (1 << 64) - 1
FACTOR, SEED = 0xC6A4A7935BD1E995, 0xC70F6907  # constants of 64-bit MurmurHash 2


def order_by_hash(options: dict[str, Any]) -> dict[str, Any]:
    """Return `options` in the order in which libstdc++'s unordered_map lists them.

    A new name goes before all others, or before those of its bucket, if there is one.
    """
    names: list[str] = []
    for name in options:
        alike = [i for i, other in enumerate(names) if bucket_of(other) == bucket_of(name)]
        names.insert(alike[0] if alike else 0, name)
    return {name: options[name] for name in names}


def bucket_of(name: str) -> int:
    """Return the bucket of a name: its MurmurHash 2 modulo the number of buckets."""
    data = name.encode()
    hashed = SEED ^ len(data) * FACTOR & MASK
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        part = int.from_bytes(data[start : start + 8], "little") * FACTOR & MASK
        hashed = (hashed ^ shift_mix(part) * FACTOR & MASK) * FACTOR & MASK
    if len(data) > whole:
        hashed = (hashed ^ int.from_bytes(data[whole:], "little")) * FACTOR & MASK
    return shift_mix(shift_mix(hashed) * FACTOR & MASK) % BUCKETS


def shift_mix(number: int) -> int:
    """Return a number xor its own higher bits."""
    return number ^ number >> 47
