"""Containers of modules or of parameters (`torch/nn/modules/container.py`)."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import (
    Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView,
)
from itertools import chain, islice
from typing import Any

from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

from autograd.functions.tensor_api.properties import typename
from autograd.runtime.warnings import caution
from autograd.tensor.dtype import dtype_of_array
from autograd.tensor.tensor import Tensor


class Container(Module):
    """Deprecated container of named modules."""

    def __init__(self, **kwargs):
        caution(
            "`nn.Container` is deprecated. All of its functionality is now implemented in "
            "`nn.Module`. Subclass that instead.", FutureWarning)
        super().__init__()
        for key, value in kwargs.items():
            self.add_module(key, value)


class Sequential(Module):
    """Modules called one after the other, each with the output of the one before."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for key, module in args[0].items():
                self.add_module(key, module)
        else:
            for index, module in enumerate(args):
                self.add_module(str(index), module)

    def _get_item_by_idx(self, iterator, idx):
        return next(islice(iterator, int(absolute_index(self, idx)), None))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._get_item_by_idx(self._modules.values(), idx)

    def __setitem__(self, idx, module):
        setattr(self, self._get_item_by_idx(self._modules.keys(), idx), module)

    def __delitem__(self, idx):
        if isinstance(idx, slice):
            for key in list(self._modules.keys())[idx]:
                delattr(self, key)
        else:
            delattr(self, self._get_item_by_idx(self._modules.keys(), idx))
        self._modules = number_modules(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(
                f"add operator supports only objects of Sequential class, but {type(other)} is "
                "given.")
        return Sequential(*self, *other)

    def __iadd__(self, other):
        return self.extend((self + other)[len(self):])

    def __mul__(self, other):
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
        return Sequential(*(module for _ in range(other) for module in self))

    __rmul__ = __mul__

    def __imul__(self, other):
        repeated = list((self * other)._modules.values())
        return self.extend(repeated[len(self):])

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def forward(self, input: Tensor) -> Tensor:
        for module in self:
            input = module(input)
        return input

    def append(self, module: Module) -> Module:
        """Append a module."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: int, module: Module) -> Sequential:
        """Insert a module before the one at `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        insert_module(self._modules, index if index >= 0 else index + n, module)
        return self

    def extend(self, sequential: Iterable[Module]) -> Sequential:
        """Append modules."""
        for module in list(sequential):
            self.append(module)
        return self

    def pop(self, key: int | slice) -> Module:
        """Remove a module; return it."""
        module = self[key]
        del self[key]
        return module


class ModuleList(Module):
    """List of modules, whose parameters belong to the module that has it."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _get_abs_string_index(self, idx):
        return absolute_index(self, idx)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self._get_abs_string_index(idx)]

    def __setitem__(self, idx, module):
        setattr(self, self._get_abs_string_index(idx), module)

    def __delitem__(self, idx):
        one = not isinstance(idx, slice)
        indices = [self._get_abs_string_index(idx)] if one else range(len(self))[idx]
        for key in indices:
            delattr(self, str(key))
        self._modules = number_modules(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList(chain(self, other))

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def __repr__(self):
        runs: list[tuple[int, int, str]] = []  # first and last index of equal texts
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1] = (runs[-1][0], i, text)
            else:
                runs.append((i, i, text))
        lines = []
        for first, last, text in runs:
            several = f"({first}-{last}): {last - first + 1} x "
            label = f"({first}): " if first == last else several
            lines.append((label + text).replace("\n", "\n  "))
        body = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{self._get_name()}({body})"

    def insert(self, index: int, module: Module) -> None:
        """Insert a module before the one at `index`."""
        insert_module(self._modules, index, module)

    def append(self, module: Module) -> Module:
        """Append a module."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: int | slice) -> Module:
        """Remove a module; return it."""
        module = self[key]
        del self[key]
        return module

    def extend(self, modules: Iterable[Module]) -> ModuleList:
        """Append modules."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got "
                + type(modules).__name__
            )
        for module in list(modules):
            self.append(module)
        return self


class ModuleDict(Module):
    """Dict of modules, whose parameters belong to the module that has it."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self) -> None:
        """Remove all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Remove a module; return it."""
        module = self[key]
        del self[key]
        return module

    def keys(self) -> KeysView[str]:
        """Return the keys."""
        return self._modules.keys()

    def items(self) -> ItemsView[str, Module]:
        """Return the `(key, module)` pairs."""
        return self._modules.items()

    def values(self) -> ValuesView[Module]:
        """Return the modules."""
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add or replace modules from a mapping or from pairs."""
        for key, module in key_value_pairs(modules, "ModuleDict", "ModuleDict"):
            self[key] = module


class ParameterList(Module):
    """List of parameters of the module that has it."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _get_abs_string_index(self, idx):
        return absolute_index(self, idx)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(self[i] for i in range(len(self))[idx])
        return getattr(self, self._get_abs_string_index(idx))

    def __setitem__(self, idx, param):
        setattr(self, self._get_abs_string_index(idx), as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def __dir__(self):
        return [key for key in super().__dir__() if not key.isdigit()]

    def append(self, value: Any) -> ParameterList:
        """Append a value; a tensor becomes a Parameter."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> ParameterList:
        """Append values; tensors become Parameters."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                "ParameterList.extend should be called with an iterable, but got "
                + type(values).__name__
            )
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self) -> str:
        def type_name(tensor: Tensor) -> object:
            return dtype_of_array(tensor._array)

        return "\n".join(repr_line(i, value, type_name) for i, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """Dict of parameters of the module that has it."""

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
        setattr(self, self._key_to_attr(key), as_parameter(value))

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

    def copy(self) -> ParameterDict:
        """Return another dict of the same parameters."""
        return ParameterDict(OrderedDict((key, self[key]) for key in self._keys))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """Return the value of `key`; set it to `default` first if there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Remove all values."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Remove the value of `key`; return it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Remove the last pair; return it."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of `key`, or `default`."""
        return self[key] if key in self else default

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> ParameterDict:
        """Return a new dict with one value for all keys."""
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> KeysView[str]:
        """Return the keys."""
        return self._keys.keys()

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield the `(key, value)` pairs."""
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Iterator[Any]:
        """Yield the values."""
        return (self[key] for key in self._keys)

    def update(self, parameters: Any) -> None:
        """Add or replace values from a mapping (a plain one sorted by key) or from pairs."""
        pairs = key_value_pairs(parameters, "ParameterDict", "ParametersDict")
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            pairs = sorted(pairs)
        for key, value in pairs:
            self[key] = value

    def extra_repr(self) -> str:
        return "\n".join(repr_line(key, value, typename) for key, value in self.items())

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


def absolute_index(container: Module, idx: int) -> str:
    """Return the attribute name of element `idx`; IndexError if it is out of range."""
    idx = operator.index(idx)
    if not -len(container) <= idx < len(container):
        raise IndexError(f"index {idx} is out of range")
    return str(idx % len(container))


def number_modules(modules: Iterable[Module]) -> OrderedDict[str, Module]:
    """Return modules by the names "0", "1", ..."""
    return OrderedDict((str(i), module) for i, module in enumerate(modules))


def insert_module(modules: dict[str, Module], index: int, module: Module) -> None:
    """Insert a module at `index` into a dict of numbered modules; later ones move up by one."""
    for i in range(len(modules), index, -1):
        modules[str(i)] = modules[str(i - 1)]
    modules[str(index)] = module


def as_parameter(value: Any) -> Any:
    """Return a tensor as a Parameter, anything else unchanged."""
    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


def repr_line(key: int | str, value: Any, type_name: Callable[[Tensor], object]) -> str:
    """Return the line of one entry in the repr of a container of parameters."""
    if not isinstance(value, Tensor):
        return f"  ({key}): Object of type: {type(value).__name__}"
    name = "Parameter" if isinstance(value, Parameter) else "Tensor"
    size = "x".join(map(str, value.size()))
    return f"  ({key}): {name} containing: [{type_name(value)} of size {size}]"


def key_value_pairs(pairs: Any, title: str, caller: str) -> Iterable[tuple[str, Any]]:
    """Return the pairs of a mapping or of a sequence of pairs, or raise torch's TypeError."""
    if not isinstance(pairs, Iterable):
        raise TypeError(
            f"{caller}.update should be called with an iterable of key/value pairs, but got "
            + type(pairs).__name__
        )
    if isinstance(pairs, Mapping) or hasattr(pairs, "items"):
        return list(pairs.items())
    return checked_pairs(pairs, title)


def checked_pairs(pairs: Iterable[Any], title: str) -> Iterator[tuple[str, Any]]:
    """Yield the pairs of a sequence; raise torch's error at the first that is none."""
    for i, pair in enumerate(pairs):
        if not isinstance(pair, Iterable):
            raise TypeError(
                f"{title} update sequence element #{i} should be Iterable; is{type(pair).__name__}"
            )
        if len(pair) != 2:
            raise ValueError(
                f"{title} update sequence element #{i} has length {len(pair)}; 2 is required"
            )
        yield pair
