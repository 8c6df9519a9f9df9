"""Walking what a Module owns: its parameters, buffers and modules, with their dotted names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from torch.nn.parameter import Parameter

if TYPE_CHECKING:
    from autograd.tensor.tensor import Tensor
    from torch.nn.modules.module import Module


class Tree:
    """The part of Module that finds what it owns, in the order of registration."""

    def named_modules(
            self, memo: set[Any] | set[Module] | None = None, prefix: str = "",
            remove_duplicate: bool = True) -> Iterator[Any]:
        """`(name, module)` of this module and all below it, each module once."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Any]:
        """This module and all below it."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_children(self) -> Iterator[Any]:
        """`(name, module)` of the modules right below this one."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Any]:
        """The modules right below this one."""
        for _, module in self.named_children():
            yield module

    def _named_members(self, members_of, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in modules:
            for name, value in members_of(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield (f"{path}.{name}" if path else name), value

    def named_parameters(
            self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[Any]:
        """`(name, parameter)`, each parameter once."""
        yield from self._named_members(
            lambda module: module._parameters.items(), prefix, recurse, remove_duplicate
        )

    def parameters(self, recurse: bool = True) -> Iterator[Any]:
        """The parameters of this module and, with `recurse`, of all below it."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(
            self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[Any]:
        """`(name, buffer)`, each buffer once."""
        yield from self._named_members(
            lambda module: module._buffers.items(), prefix, recurse, remove_duplicate
        )

    def buffers(self, recurse: bool = True) -> Iterator[Any]:
        """The buffers of this module and, with `recurse`, of all below it."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    # -- one of them by name -------------------------------------------------------------------

    def get_submodule(self, target: str) -> Module:
        """The module with the dotted name `target`; AttributeError when there is none."""
        module = self
        for name in target.split(".") if target else ():
            module = member(module, name)
            if not isinstance(module, Tree):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target: Tensor, module: Module, strict: bool = False) -> None:
        """Put `module` where the dotted name `target` points."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Tree):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if (strict or hasattr(parent, name)) and not isinstance(member(parent, name), Tree):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Tensor:
        """The parameter with the dotted name `target`."""
        path, _, name = target.rpartition(".")
        parameter = member(self.get_submodule(path), name)
        if not isinstance(parameter, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return parameter

    def get_buffer(self, target: Tensor) -> Any:
        """The buffer with the dotted name `target`."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        buffer = member(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return buffer


def member(module: Module, name: str) -> Tensor | Module:
    """The attribute `name` of `module`, or torch's AttributeError."""
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)
