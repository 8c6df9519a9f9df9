"""Parameters in a list and by name; `torch.nn.modules.container` gives them out."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from torch.nn.modules.module import Module
from torch.nn.modules.pairs import pairs_of
from torch.nn.parameter import Parameter

from autograd.functions.tensor_api.properties import typename
from autograd.tensor.dtype import of_array
from autograd.tensor.tensor import Tensor


def described(key: int, value: Tensor, kind: Callable[..., Any]) -> str:
    """One line of a container's repr; `kind` is how it names the elements of a tensor."""
    if not isinstance(value, Tensor):
        return f"  ({key}): Object of type: {type(value).__name__}"
    name = "Parameter" if isinstance(value, Parameter) else "Tensor"
    size = "x".join(map(str, value.size()))
    return f"  ({key}): {name} containing: [{kind(value)} of size {size}]"


def owned(value: Tensor | int | str) -> Tensor | int | str:
    """A tensor as a Parameter; anything else as it is."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


class ParameterList(Module):
    """A list of parameters that the module which holds it owns."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _get_abs_string_index(self, idx):
        idx = operator.index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return str(idx % len(self))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(self[i] for i in range(len(self))[idx])
        return getattr(self, self._get_abs_string_index(idx))

    def __setitem__(self, idx, param):
        setattr(self, self._get_abs_string_index(idx), owned(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def append(self, value: Tensor | int | str) -> Module:
        """Add a value at the end; a tensor becomes a Parameter."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: list[Tensor | int | str]) -> Module:
        """Add values at the end."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                + type(values).__name__
            )
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return "\n".join(
            described(i, value, lambda x: of_array(x._array)) for i, value in enumerate(self)
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """Parameters by name, owned by the module which holds the dict."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def _key_to_attr(self, key):
        if not isinstance(key, str):
            raise TypeError(
                "Index given to ParameterDict cannot be used as a key as it is not a string (type "
                f"is '{type(key).__name__}'). Open an issue on github if you need non-string keys."
            )
        return key

    def __getitem__(self, key):
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, self._key_to_attr(key), owned(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, self._key_to_attr(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def copy(self) -> Any:
        """Another dict of the same parameters."""
        return ParameterDict(OrderedDict((key, self[key]) for key in self._keys))

    def setdefault(self, key: str, default: tuple[int, ...] | None = None) -> Any:
        """The value of `key`, which becomes `default` if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Let go of all values."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Take a value out."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> Any:
        """Take the last pair out."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def get(self, key: str, default: tuple[int, ...] | None = None) -> Any:
        """The value of `key`, or `default`."""
        return self[key] if key in self else default

    def fromkeys(self, keys: Any, default: tuple[int, ...] | None = None) -> Any:
        """A new dict with one value for all keys."""
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Any:
        """The names."""
        return self._keys.keys()

    def items(self) -> Any:
        """`(name, value)` pairs."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Any:
        """The values."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """Add values from a mapping (a plain one in the order of its keys) or from pairs."""
        pairs = pairs_of(parameters, "ParameterDict", "ParametersDict")
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            pairs = sorted(pairs)
        for key, value in pairs:
            self[key] = value

    def extra_repr(self) -> Any:
        return "\n".join(described(key, value, typename) for key, value in self.items())

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        copy = self.copy()
        copy.update(other)
        return copy

    def __ror__(self, other):
        copy = other.copy()
        copy.update(self)
        return copy

    def __ior__(self, other):
        self.update(other)
        return self


for _type in (ParameterList, ParameterDict):
    _type.__module__ = "torch.nn.modules.container"
