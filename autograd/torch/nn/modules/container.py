"""Modules that hold others: in a row, in a list, by name."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from autograd.runtime.warnings import caution
from torch.nn.modules.module import Module
from torch.nn.modules.pairs import pairs_of

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor


class Container(Module):
    """The oldest container, kept for its warning."""

    def __init__(self, **kwargs):
        caution(
            "`nn.Container` is deprecated. All of its functionality is now implemented in "
            "`nn.Module`. Subclass that instead.", FutureWarning)
        super().__init__()
        for key, value in kwargs.items():
            self.add_module(key, value)


def renumbered(modules: Any) -> OrderedDict:
    """Modules under the names "0", "1", ..."""
    return OrderedDict((str(i), module) for i, module in enumerate(modules))


def insert_into(modules: Any, index: Any, module: Module) -> None:
    """Put a module at `index`; those from there on, named by numbers, move up by one."""
    for i in range(len(modules), index, -1):
        modules[str(i)] = modules[str(i - 1)]
    modules[str(index)] = module


class Sequential(Module):
    """Modules called one after the other, each with what the one before returned."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for key, module in args[0].items():
                self.add_module(key, module)
        else:
            for index, module in enumerate(args):
                self.add_module(str(index), module)

    def _get_item_by_idx(self, iterator, idx):
        size, idx = len(self), operator.index(idx)
        if not -size <= idx < size:
            raise IndexError(f"index {idx} is out of range")
        return next(islice(iterator, idx % size, None))

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
        self._modules = renumbered(self._modules.values())

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(
                f"add operator supports only objects of Sequential class, but {type(other)} is "
                "given."
            )
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
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: Any, module: Module) -> Any:
        """Put a module before the one at `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        insert_into(self._modules, index if index >= 0 else index + n, module)
        return self

    def extend(self, sequential: list[Module]) -> Module:
        """Add modules at the end."""
        for module in list(sequential):
            self.append(module)
        return self

    def pop(self, key: str) -> Any:
        """Take a module out."""
        module = self[key]
        del self[key]
        return module


class ModuleList(Module):
    """A list of modules that the module which holds it owns."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _get_abs_string_index(self, idx):
        idx = operator.index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return str(idx % len(self))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self._get_abs_string_index(idx)]

    def __setitem__(self, idx, module):
        setattr(self, self._get_abs_string_index(idx), module)

    def __delitem__(self, idx):
        doomed = range(len(self))[idx] if isinstance(idx, slice) else (
            self._get_abs_string_index(idx),
        )
        for key in doomed:
            delattr(self, str(key))
        self._modules = renumbered(self._modules.values())

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
        runs = []  # (first, last, text) of equal neighbours
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1] = (runs[-1][0], i, text)
            else:
                runs.append((i, i, text))
        lines = []
        for first, last, text in runs:
            label = f"({first}): " if first == last else (
                f"({first}-{last}): {last - first + 1} x "
            )
            lines.append((label + text).replace("\n", "\n  "))
        body = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{self._get_name()}({body})"

    def insert(self, index: list[None | int] | None, module: Module) -> None:
        """Put a module before the one at `index`."""
        insert_into(self._modules, index, module)

    def append(self, module: Module) -> Module:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: str) -> Any:
        """Take a module out."""
        module = self[key]
        del self[key]
        return module

    def extend(self, modules: list[Module]) -> Module:
        """Add modules at the end."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                "ModuleList.extend should be called with an iterable, but got "
                + type(modules).__name__
            )
        for module in list(modules):
            self.append(module)
        return self


class ModuleDict(Module):
    """Modules by name, owned by the module which holds the dict."""

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
        """Let go of all modules."""
        self._modules.clear()

    def pop(self, key: str) -> Any:
        """Take a module out."""
        module = self[key]
        del self[key]
        return module

    def keys(self) -> Any:
        """The names."""
        return self._modules.keys()

    def items(self) -> Any:
        """`(name, module)` pairs."""
        return self._modules.items()

    def values(self) -> Any:
        """The modules."""
        return self._modules.values()

    def update(self, modules: dict[str, Module]) -> None:
        """Add modules from a mapping or from pairs."""
        for key, module in pairs_of(modules, "ModuleDict", "ModuleDict"):
            self[key] = module
