"""Arguments of modules with spatial dimensions (`torch/nn/modules/utils.py`)."""

from __future__ import annotations

from collections.abc import Iterable as _Iterable
from itertools import repeat as _repeat
from typing import Any


def _ntuple(n, name="parse"):
    """Return a function that repeats a number `n` times and makes a tuple of an iterable."""
    def parse(x):
        return tuple(x) if isinstance(x, _Iterable) else (x,) * n

    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    """Return the entries of `t` from last to first, each `n` times, as `F.pad` takes them."""
    return tuple(x for each in reversed(t) for x in _repeat(each, n))


def _list_with_default(out_size, defaults):
    """Return output sizes in which None is replaced by the last sizes of `defaults`."""
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    last = defaults[-len(out_size):]
    return [size if size is not None else d for size, d in zip(out_size, last)]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Remove `prefix` from the keys of a state dict in place, as of a `DataParallel` model."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key.removeprefix(prefix)] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    for key in [key for key in metadata if key]:
        if key == prefix.replace(".", "") or key.startswith(prefix):
            metadata[key[len(prefix):]] = metadata.pop(key)
