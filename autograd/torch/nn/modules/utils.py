"""`torch.nn.modules.utils`: one number made into a pair, a triple and so on."""

from __future__ import annotations

from functools import partial as _partial
from itertools import repeat as _repeat
from typing import Any

from torch.nn.modules.sizes import ntuple as _sizes


def _ntuple(n, name="parse"):
    """The function that makes a number into `n` of them and a sequence into a tuple."""
    made = _partial(_sizes, count=n)
    made.__name__ = name
    return made


_single, _pair, _triple, _quadruple = (
    _ntuple(n, name)
    for n, name in enumerate(("_single", "_pair", "_triple", "_quadruple"), 1)
)


def _reverse_repeat_tuple(t, n):
    """The entries of `t` from last to first, each `n` times, as `pad` wants them."""
    return tuple(x for each in reversed(t) for x in _repeat(each, n))


def _list_with_default(out_size, defaults):
    """The sizes of a result, with the last of `defaults` where None is asked for."""
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    kept = defaults[-len(out_size):]
    return [size if size is not None else d for size, d in zip(out_size, kept)]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Take `prefix` off the names of a state dict, as those of a wrapped model have it."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key.removeprefix(prefix)] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", {})
    for key in [key for key in metadata if key]:
        if key == prefix.replace(".", "") or key.startswith(prefix):
            metadata[key[len(prefix):]] = metadata.pop(key)
