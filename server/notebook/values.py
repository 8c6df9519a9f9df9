"""Write values as code: plain values, arrays of NumPy, tensors of real torch."""

from __future__ import annotations

import ast
import sys
import textwrap
from typing import Any

# The most numbers of an array that are written, and how wide they are written.
MOST_NUMBERS = 4096
WIDTH = 88
# What needs no dtype beside its numbers.
PLAIN = {
    "torch": {"torch.float32", "torch.int64", "torch.bool"},
    "numpy": {"float64", "int64", "bool"},
}
KINDS_OF_NUMBERS = "biufc"


def expression(name: str, value: Any) -> str:
    """Return code that makes a value. Raises TypeError in a sentence that tells its `name`."""
    library = library_of(value)
    if library == "torch":
        return tensor_code(name, value)
    if library == "numpy":
        return array_code(name, value)
    if type(value) in (list, tuple, set) and value:
        inside = ", ".join(expression(name, each) for each in value)
        first, last = {list: "[]", tuple: "()", set: "{}"}[type(value)]
        comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
        return f"{first}{inside}{comma}{last}"
    if type(value) is dict:
        items = (f"{expression(name, key)}: {expression(name, each)}"
                 for key, each in value.items())
        return f"{{{', '.join(items)}}}"
    return literal(name, value)


def library_of(value: object) -> str | None:
    """Return the library whose array a value is, `torch` or `numpy`."""
    for library, kind in (("torch", "Tensor"), ("numpy", "ndarray")):
        # What the notebook has not imported, it has no value of.
        module = sys.modules.get(library)
        if isinstance(value, getattr(module, kind, ())):
            return library
    return None


def libraries_in(value: object) -> set[str]:
    """Return the libraries that the code of a value needs."""
    if isinstance(value, dict):
        return set().union(*map(libraries_in, [*value, *value.values()]))
    if isinstance(value, (list, tuple, set)):
        return set().union(*map(libraries_in, value))
    library = library_of(value)
    return set() if library is None else {library}


def literal(name: str, value: object) -> str:
    """Return a plain value as code. Raises TypeError for anything else."""
    if isinstance(value, float):
        return number(float(value))
    try:
        if ast.literal_eval(repr(value)) == value:
            return repr(value)
    except (ValueError, SyntaxError):
        pass
    raise TypeError(
        f"{name} is of type {type(value).__name__}, which cannot be written as code. "
        "Make it in the code itself."
    )


def tensor_code(name: str, tensor: Any) -> str:
    """Return the call that makes a tensor with the same numbers, dtype and requires_grad."""
    torch = sys.modules["torch"]
    if tensor.layout != torch.strided or tensor.is_quantized or tensor.is_meta:
        raise TypeError(
            f"{name} is a tensor without plain numbers (sparse, quantized or meta), which cannot "
            "be written as code. Make it in the code itself."
        )
    check_size(name, tensor.numel())
    plain = tensor.detach().cpu().resolve_conj().resolve_neg()
    # NumPy has no bfloat16, and float32 holds all of its numbers.
    array = (plain.float() if tensor.dtype == torch.bfloat16 else plain).numpy()
    dtype = str(tensor.dtype)
    facts = [] if dtype in PLAIN["torch"] else [f"dtype={dtype}"]
    if isinstance(tensor, torch.nn.Parameter):
        frozen = "" if tensor.requires_grad else ", requires_grad=False"
        return f"torch.nn.Parameter({call('torch.tensor', 'torch.zeros', array, facts)}{frozen})"
    if tensor.requires_grad:
        facts.append("requires_grad=True")
    return call("torch.tensor", "torch.zeros", array, facts)


def array_code(name: str, array: Any) -> str:
    """Return the call that makes a NumPy array with the same numbers and dtype."""
    if array.dtype.kind not in KINDS_OF_NUMBERS:
        raise TypeError(
            f"{name} is an array of dtype {array.dtype}, which is not made of numbers and cannot "
            "be written as code. Make it in the code itself."
        )
    check_size(name, array.size)
    dtype = str(array.dtype)
    facts = [] if dtype in PLAIN["numpy"] else [f"dtype={dtype!r}"]
    return call("numpy.array", "numpy.zeros", array, facts)


def check_size(name: str, count: int) -> None:
    """Raise TypeError for an array of too many numbers."""
    if count > MOST_NUMBERS:
        raise TypeError(
            f"{name} has {count:,} numbers; by value a program takes at most {MOST_NUMBERS:,}. "
            "Take a part of it, or make it in the code itself."
        )


def call(maker: str, of_shape: str, array: Any, facts: list[str]) -> str:
    """Return a call with the numbers of an array, or its shape if it has none."""
    if array.size == 0:
        return f"{of_shape}({', '.join([str(array.shape), *facts])})"
    made = f"{maker}({', '.join([nested(array), *facts])})"
    lines = textwrap.wrap(made, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n    ".join(lines)


def nested(array: Any) -> str:
    """Return the numbers of an array as lists in lists; of one without dimensions, its number."""
    if array.ndim == 0:
        return number(array[()])
    return f"[{', '.join(map(nested, array))}]" if array.ndim > 1 else (
        f"[{', '.join(map(number, array))}]")


def number(value: Any) -> str:
    """Return a number as code, in the fewest digits that tell it from others of its dtype."""
    text = str(value)
    if "nan" not in text and "inf" not in text:
        return text
    return f'complex("{text}")' if "j" in text else f'float("{text}")'
