"""Write values of the engine as readable JSON that survives a move into another module."""

import hashlib
import math
import types

import numpy as np

from autograd.dtype import dtype as Dtype, of
from autograd.op import Op
from autograd.tensor import Tensor

SCALARS = str | bool | int | None


def readable(value: object) -> object:
    """A value as JSON: dtypes by torch's names, sets sorted, functions by name or digest."""
    if isinstance(value, dict):
        return {str(readable(key)): readable(each) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((readable(each) for each in value), key=str)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return readable(value._asdict())
    if isinstance(value, tuple | list):
        return [readable(each) for each in value]
    if isinstance(value, SCALARS) or isinstance(value, float) and math.isfinite(value):
        return value
    return text_of(value)


def text_of(value: object) -> str:
    """A value that JSON has no form for, as a text without addresses and module names."""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Dtype | np.dtype):
        return str(value if isinstance(value, Dtype) else of(value))
    if isinstance(value, type):
        return str(of(np.dtype(value))) if issubclass(value, np.generic) else value.__qualname__
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    if isinstance(value, Op):
        return f"op {value.name}"
    if isinstance(value, Tensor):
        return f"tensor {value._array.tolist()} of {value.dtype}"
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}"
    if isinstance(value, types.FunctionType):
        return name_or_digest(value)
    raise TypeError(f"no readable form of {type(value)}: {value!r}")


def name_or_digest(function: types.FunctionType) -> str:
    """The qualified name of a function of a module; of a lambda or an inner one a digest."""
    name = function.__code__.co_qualname
    inner = "<" in name
    return f"function {digest(function)}" if inner else name


def digest(function: types.FunctionType) -> str:
    """A digest of what a function does: its code, the names it uses, defaults and closure."""
    return hashlib.sha256(repr(essence(function)).encode()).hexdigest()[:12]


def essence(function: types.FunctionType) -> tuple:
    """What the digest of a function is made of."""
    cells = [each.cell_contents for each in function.__closure__ or ()]
    defaults = (function.__defaults__ or (), function.__kwdefaults__ or {})
    return (code_of(function.__code__), readable(defaults), readable(cells))


def code_of(code: types.CodeType) -> tuple:
    """A code object without what its place decides: file, lines, names of the functions around."""
    constants = [code_of(each) if isinstance(each, types.CodeType) else constant(each)
                 for each in code.co_consts if not is_docstring(code, each)]
    names = code.co_varnames, code.co_names, code.co_freevars
    return code.co_code.hex(), constants, names, code.co_argcount, code.co_flags


def constant(value: object) -> str:
    """A constant of a code object; sets have no order of their own."""
    return repr(sorted(value, key=repr) if isinstance(value, frozenset) else value)


def is_docstring(code: types.CodeType, value: object) -> bool:
    """Whether a constant is the docstring of its function: the first one, but for lambdas."""
    first = value is code.co_consts[0] and isinstance(value, str)
    return first and not code.co_name.startswith("<")
