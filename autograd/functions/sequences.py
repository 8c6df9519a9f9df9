"""Arrays from nested Python sequences: the dtype that torch infers, and what it says to refuse."""

from __future__ import annotations

import numpy as np

from autograd import dtype as dtypes
from autograd.functions.method import type_name
from autograd.once import warn_once
from autograd.promotion import NUMBERS, result_type
from autograd.tensor import Tensor, wrap


def from_sequence(data, infer=True) -> np.ndarray:
    """Python numbers, nested to any depth, with torch's default dtypes, or as precise as given."""
    kinds: set = set()
    plain = unwrapped(data, kinds)
    try:
        made = np.array(plain)
    except ValueError:
        raise ragged(plain) from None
    except OverflowError:
        raise RuntimeError("Overflow when unpacking long long") from None
    if made.dtype.kind == "O" or made.dtype.kind in "US":
        raise explain(plain)
    if not infer:
        return made
    if not made.size:
        return made.astype(dtypes.get_default_dtype().numpy)
    if any(isinstance(kind, np.dtype) for kind in kinds):
        return made.astype(common(kinds))
    if made.dtype.kind == "f":
        return made.astype(dtypes.get_default_dtype().numpy)
    if made.dtype.kind == "c":
        return made.astype(dtypes.default_complex().numpy)
    return made


def unwrapped(data, kinds: set):
    """`data` with the tensors and arrays inside as plain numbers; `kinds` gets types and dtypes."""
    if isinstance(data, Tensor):
        kinds.add(data._array.dtype)
        return lone(data)
    if isinstance(data, np.ndarray | np.generic):
        kinds.add(data.dtype)
        return data.tolist()
    if isinstance(data, list | tuple | range | bytearray):
        if data and isinstance(data, list | tuple) and isinstance(data[0], np.ndarray):
            warn_slow()
        return [unwrapped(each, kinds) for each in data]
    kinds.add(type(data))
    return data


def lone(tensor):
    """The only entry of a tensor in a list, which torch takes by Python's own conversion."""
    if tensor._array.dtype.kind in "fV":
        return float(tensor)
    return complex(tensor) if tensor._array.dtype.kind == "c" else int(tensor)


def warn_slow() -> None:
    """torch's warning about a list of arrays, which it gives once."""
    warn_once(
        "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider "
        "converting the list to a single numpy.ndarray with numpy.array() before converting to a "
        "tensor.")


def common(kinds: set) -> np.dtype:
    """The dtype of a sequence of what is of these types and dtypes, by torch's promotion."""
    plain = {
        float: dtypes.get_default_dtype().numpy,
        complex: dtypes.default_complex().numpy,
        int: np.dtype(np.int64),
        bool: np.dtype(bool),
    }
    arrays = [np.empty(1, kind if isinstance(kind, np.dtype) else plain[kind]) for kind in kinds]
    return result_type(*[wrap(array) for array in arrays])


def ragged(data) -> Exception:
    """torch's error about a nested sequence of unequal lengths."""
    dim, level = 0, [data]
    while True:
        lengths = [len(x) if isinstance(x, list | str) else None for x in level]
        if None in lengths:
            odd = next(x for x in level if isinstance(x, list | str))
            if lengths[0] is not None:
                return TypeError("not a sequence")
            if isinstance(odd, str):
                return TypeError("new(): invalid data type 'str'")
            return TypeError(
                f"'{type(odd).__name__}' object cannot be interpreted as an integer"
                if isinstance(level[0], int) else
                f"must be real number, not {type(odd).__name__}"
            )
        if len(set(lengths)) > 1:
            got = next(n for n in lengths if n != lengths[0])
            return ValueError(f"expected sequence of length {lengths[0]} at dim {dim} (got {got})")
        level, dim = [x for each in level for x in each], dim + 1


def explain(data) -> Exception:
    """torch's error for data that are no numbers."""
    nested = isinstance(data, list)
    wrong, first = next(each for each in leaves(data) if not isinstance(each[0], NUMBERS))
    if isinstance(wrong, str) and nested and first:
        return ValueError("too many dimensions 'str'")
    if isinstance(wrong, str | bytes):
        return TypeError(f"new(): invalid data type '{type_name(wrong)}'")
    return RuntimeError(f"Could not infer dtype of {type_name(wrong)}")


def leaves(data, first=True):
    """Each thing inside nested lists, with whether it stands first in all of them."""
    if not isinstance(data, list):
        yield data, first
        return
    for place, each in enumerate(data):
        yield from leaves(each, first and not place)
