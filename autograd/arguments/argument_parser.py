"""What torch says to a call whose arguments it does not take.

A call is held against the signatures that torch declares (`signatures`). Follows torch's parser of
Python arguments and its texts: torch/csrc/utils/python_arg_parser.cpp, invalid_arguments.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.arguments.signatures import (
    BY_TYPE, NUMBERS, NUMPY_NAMES, Parameter, Signature, fits, fits_entry, given, hides, is_index,
    signatures,
)
from autograd.engine.vmap_refusals import ITEM, unwrap_for
from autograd.runtime.c_types import type_name
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.tensor.size import Size


class Mismatch(TypeError):
    """Arguments that a signature does not take; the text is torch's for a lone signature."""


def check(place: str, name: str, args: tuple, options: dict) -> int:
    """Raise torch's TypeError unless the arguments fit; else tell why, the most particular reason.

    A method's arguments are those after the tensor. BY_TYPE too where no signature is recorded.
    """
    known = signatures(place, name)
    if known is None:
        return BY_TYPE
    try:
        return match_any(name, known, args, options, hides(place, name))
    except Mismatch as error:
        raise TypeError(str(error)) from None


def match_any(name: str, known: tuple[Signature, ...], args: tuple, options: dict,
              hidden: bool) -> int:
    """Hold a call against all signatures of a function; Mismatch with torch's text."""
    if not known:
        return check_empty(name, args, options)
    if len(known) == 1 and not hidden:
        return match(name, known[0], args, options)
    for each in known:
        try:
            return match(name, each, args, options)
        except Mismatch:
            pass
    raise invalid(name, known, args, options)


def with_numbers(place: str, name: str, args: tuple, options: dict) -> tuple | None:
    """`(args, options)` with numbers for the tensors that came in their stead, if any did."""
    for each in () if name == "new" else signatures(place, name) or ():
        try:
            match(name, each, args, options)
        except Mismatch:
            continue
        numeric = {p.name for p in each.parameters if p.kind in (*NUMBERS, "tuple of ints")}
        numeric.update(*(NUMPY_NAMES.get(key, ()) for key in numeric))
        places = [p.name for p in each.parameters]
        listed = all_in_one(each, args)
        made = [number(value) if listed or places[i] in numeric else value
                for i, value in enumerate(args)]
        named = {key: number(value) if key in numeric else value for key, value in options.items()}
        before = [*args, *options.values()]
        changed = any(a is not b for a, b in zip(before, [*made, *named.values()]))
        return (made, named) if changed else None
    return None


def number(value: Tensor | Sequence[int] | float | None) -> Any:
    """A plain number for numpy's, for a tensor that no transform holds, and for an index.

    In a list, for each of its entries.
    """
    if isinstance(value, tuple | list):
        made = [number(each) for each in value]
        return value if all(a is b for a, b in zip(value, made)) else made
    if isinstance(value, Tensor):
        return value if value._levels else unwrap_for(ITEM, value)._array.item()
    if isinstance(value, np.generic):
        return float(value) if isinstance(value, np.bool_) else value.item()
    return value if isinstance(value, int) or not hasattr(value, "__index__") else index(value)


def check_empty(name: str, args: tuple, options: dict) -> int:
    """For a method without parameters."""
    if options:
        raise Mismatch(f"TensorBase.{name}() takes no keyword arguments")
    if args:
        raise Mismatch(f"TensorBase.{name}() takes no arguments ({len(args)} given)")
    return BY_TYPE


def match(name: str, signature: Signature, args: tuple, options: dict) -> int:
    """Hold a call against one signature; Mismatch, with torch's text, where it does not fit."""
    if len(args) > signature.positional and not all_in_one(signature, args):
        raise Mismatch(f"{name}() {too_many(signature, len(args))}")
    why, position, used = BY_TYPE, 0, 0
    for place, parameter in enumerate(signature.parameters):
        value, keyword = given(parameter, args, options, position)
        missing = keyword is None and (position >= len(args) or parameter.keyword_only)
        used += keyword is not None
        if missing and not parameter.optional:
            raise Mismatch(f"{name}() {lacking(signature, place)}")
        if not missing:
            if keyword is None and position == 0 and all_in_one(signature, args):
                why = max(why, check_entries(name, parameter, args))
                position = len(args)
                continue
            why = max(why, check_one(name, parameter, value, position, keyword))
        position += keyword is None and not parameter.keyword_only
    if used < len(options):
        raise Mismatch(f"{name}() {unexpected(signature, len(args), options)}")
    return why


def all_in_one(signature: Signature, args: tuple) -> bool:
    """Whether all positional arguments are the entries of one list, as in `x.view(2, 3)`."""
    return signature.varargs and len(args) > 0 and is_index(args[0])


def check_one(
        name: str, parameter: Parameter, value: Any, position: int, keyword: str | None) -> int:
    """Whether one argument fits, as `fits` says; Mismatch where it does not."""
    why = fits(name, parameter, value)
    if why:
        if parameter.kind == "tuple of ints" and isinstance(value, tuple | list):
            why = max(why, check_entries(name, parameter, value))
        return why
    place = "" if keyword else f" (position {position + 1})"
    got = f", not {type_name(value)}"
    if parameter.kind == "tuple of ints" and isinstance(value, tuple | list):
        got = f", but found element of type {type_name(value[0])} at pos 0"
    raise Mismatch(f"{name}(): argument '{parameter.name}'{place} must be {parameter.kind}{got}")


def check_entries(name: str, parameter: Parameter, values: Sequence[int] | Size) -> int:
    """Raise torch's error for what is no int behind the first entry of a list of ints."""
    why = BY_TYPE
    for number, value in enumerate(values, 1):
        fitting = fits_entry(value) or BY_TYPE * isinstance(value, bool)
        why = max(why, fitting)
        if not fitting:
            raise TypeError(
                f"{name}(): argument '{parameter.name}' failed to unpack the object at pos "
                f"{number} with error \"type must be tuple of ints,but got {type_name(value)}\""
            )
    return why


def too_many(signature: Signature, count: int) -> str:
    """torch's words for positional arguments that are left over."""
    most = signature.positional
    least = sum(not each.optional for each in signature.parameters)
    if least != most:
        return f"takes from {least} to {most} positional arguments but {count} were given"
    was = "was" if count == 1 else "were"
    return f"takes {most} positional argument{'' if most == 1 else 's'} but {count} {was} given"


def lacking(signature: Signature, index: int) -> str:
    """torch's words for arguments that are missing, with the plural where torch has it."""
    names = [f'"{each.name}"' for each in signature.parameters[index:] if not each.optional]
    plural = "s" if len(names) == 1 else ""
    return f"missing {len(names)} required positional argument{plural}: {', '.join(names)}"


def unexpected(signature: Signature, count: int, options: dict) -> str:
    """torch's words for a keyword that no parameter has, or that a position has already."""
    names = [each.name for each in signature.parameters]
    for key in options:
        if key not in names:
            return f"got an unexpected keyword argument '{key}'"
        if names.index(key) < count:
            return f"got multiple values for argument '{key}'"
    return "invalid keyword arguments"


def invalid(name: str, known: tuple[Signature, ...], args: tuple, options: dict) -> Mismatch:
    """torch's error where no signature of several fits."""
    count = len(args) + len(options)
    near = [each for each in known if each.required <= count <= len(each.parameters)]
    if len(near) == 1:
        try:
            match(name, near[0], args, options)
        except Mismatch as error:
            return error
    options = order_by_hash(options)
    text = f"{name}() received an invalid combination of arguments - got ("
    text += described(args, options)
    if len(known) == 1:
        return Mismatch(f"{text}), but expected {known[0].shown}")
    text += "), but expected one of:\n"
    return Mismatch(text + "".join(told(each, args, options) for each in known))


def described(args: tuple, options: dict) -> str:
    """The types of the arguments of a call, as torch lists them."""
    parts = [type_name(value) for value in args]
    parts += [f"{key}={type_name(value)}" for key, value in options.items()]
    return ", ".join(parts) + ", " * (not args and len(parts) > 0)


def told(signature: Signature, args: tuple, options: dict) -> str:
    """The lines about one of several signatures: itself and, if it is near, what is wrong."""
    line = f" * {signature.shown}\n"
    parts = signature.shown[1:-1].split(", ")
    if len(args) + len(options) != len(parts):
        return line
    names = [part.rsplit(" ", 1)[-1] for part in parts]
    wrong = [key for key in options if key not in names[len(names) - len(options):]]
    but = "      didn't match because some of the "
    if wrong:
        return f"{line}{but}keywords were incorrect: {', '.join(wrong)}\n"
    values = [*args, *(options[name] for name in names[len(args):])]
    shown = []
    for number, (part, value) in enumerate(zip(parts, values)):
        key = f"{names[number]}=" if number >= len(args) else ""
        mark = "" if is_named(part.rpartition(" ")[0], value) else "!"
        shown.append(f"{mark}{key}{type_with_entries(value)}{mark}")
    end = ", " * (not args)
    return f"{line}{but}arguments have invalid types: ({', '.join(shown)}{end})\n"


def is_named(kind: str, value: Any) -> bool:
    """Whether a value's type bears the name of `kind`, which is all that torch's listing asks."""
    return type_name(value) == kind or kind == "float" and type_name(value) == "int"


def type_with_entries(value: Any) -> str:
    """The name of a value's type, with those of what is in a list or a tuple."""
    if type(value) is not list and not isinstance(value, tuple):
        return type_name(value)
    inside = ", ".join(type_name(each) for each in value)
    if isinstance(value, list):
        return f"list of [{inside}]"
    return f"{type_name(value)} of ({inside}{',' * (len(value) == 1)})"


def nullary(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of torch that takes nothing, with its error where it is given something."""

    @wraps(function)
    def wrapper(*args, **options):
        if args or options:
            what = f"arguments ({len(args)} given)" if args else "keyword arguments"
            raise TypeError(f"torch.{function.__name__}() takes no {what}")
        return function()

    return wrapper


# --- The order of C++'s unordered_map ----------------------------------------------------------

BUCKETS = 13  # enough for as many names
MASK = (1 << 64) - 1
FACTOR, SEED = 0xC6A4A7935BD1E995, 0xC70F6907  # of MurmurHash 2 for 64 bits


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
