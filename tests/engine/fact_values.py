"""Write values of the engine as readable JSON that survives a move into another module."""

import ast
import hashlib
import json
import linecache
import math
import types
from functools import cache

import numpy as np

from autograd.graph.saved_attributes import Source
from autograd.ops.record import Op
from autograd.tensor.dtype import dtype as Dtype, dtype_of
from autograd.tensor.tensor import Tensor

SCALARS = str | bool | int | None
Function = ast.FunctionDef | ast.Lambda
LONGEST = 120  # source of a function that is not replaced by its digest


def readable(value: object) -> object:
    """A value as JSON: dtypes by torch's names, sets sorted, functions by name or source."""
    if isinstance(value, dict):
        return {str(readable(key)): readable(each) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((readable(each) for each in value), key=str)
    if isinstance(value, Source):
        return readable(vars(value))
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
        return str(value if isinstance(value, Dtype) else dtype_of(value))
    if isinstance(value, type):
        if issubclass(value, np.generic):
            return str(dtype_of(np.dtype(value)))
        return value.__qualname__
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    if isinstance(value, Op):
        return f"op {value.name}"
    if isinstance(value, Tensor):
        return f"tensor {value._array.tolist()} of {value.dtype}"
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}"
    if isinstance(value, types.FunctionType):
        return name_or_source(value)
    raise TypeError(f"no readable form of {type(value)}: {value!r}")


def name_or_source(function: types.FunctionType) -> str:
    """The qualified name of a function of a module; of a lambda or an inner one what it does."""
    name = function.__code__.co_qualname
    return source_of(function) if "<" in name else name


def source_of(function: types.FunctionType) -> str:
    """The source of a function, or its digest if it is long, and the values it has from outside.

    Neither depends on where it stands, nor on the version of Python, as its compiled code would.
    """
    source = ast.unparse(without_docstring(node_of(function.__code__)))
    if len(source) > LONGEST:
        source = f"function {hashlib.sha256(source.encode()).hexdigest()[:12]}"
    return source + outside(function)


def outside(function: types.FunctionType) -> str:
    """The values that a function has from the functions around it and as defaults, as text."""
    code, defaults = function.__code__, function.__defaults__ or ()
    cells = [each.cell_contents for each in function.__closure__ or ()]
    first = code.co_argcount - len(defaults)
    values = dict(zip(code.co_freevars, cells))
    values |= dict(zip(code.co_varnames[first:], defaults)) | (function.__kwdefaults__ or {})
    return f" with {json.dumps(readable(values))}" if values else ""


def node_of(code: types.CodeType) -> Function:
    """The definition that a code object was compiled from: the one that its instructions lie in."""
    lines = [(line, column) for line, _, column, _ in code.co_positions() if column and line]
    found = [node for node in definitions(code.co_filename) if all(
        (node.lineno, node.col_offset) <= at < (node.end_lineno, node.end_col_offset)
        for at in lines) and arguments_of(node) == code.co_varnames[:len(arguments_of(node))]]
    return max(found, key=lambda node: (node.lineno, node.col_offset))


@cache
def definitions(file: str) -> list[Function]:
    """The functions and lambdas of a file."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def arguments_of(node: Function) -> tuple[str, ...]:
    """The arguments of a definition, in the order that its code has them."""
    given = node.args
    rest = [each for each in (given.vararg, given.kwarg) if each]
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *rest]
    return tuple(each.arg for each in every)


def without_docstring(node: Function) -> Function:
    """A definition without its name, its docstring and decorators."""
    if isinstance(node, ast.Lambda):
        return node
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return ast.FunctionDef(
        "f", node.args, body or [ast.Pass()], [], lineno=node.lineno, type_params=[])
