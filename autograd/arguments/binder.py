"""Binding of a call's arguments to the parameters of one function, as torch's parser does it.

Source: torch/csrc/utils/python_arg_parser.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

from autograd.arguments.argument_parser import check_arguments, convert_to_numbers
from autograd.arguments.deprecated_overloads import convert_deprecated_call, is_bound_by_class
from autograd.arguments.factory_options import drop_memory_options
from autograd.arguments.signatures import (
    BY_ENTRIES, BY_TYPE, BY_VALUE, TORCH_NAMES, find_signatures)
from autograd.runtime.function_record import record
from autograd.runtime.records import Record

MOST_ENTRIES = 8  # types are cached only for lists of at most so many entries
Call = tuple[tuple[Any, ...], dict[str, Any]]


class Renaming(Record):
    """Map from the keywords of a call to the function's parameters, which have other names."""

    placed: tuple[str, ...]  # keywords passed by position, after the positional arguments
    names: dict[str, str]  # the parameter's name for each other keyword

    def apply(self, args: tuple[Any, ...], options: dict[str, Any]) -> Call:
        """Return the arguments of a call as the function takes them."""
        placed = [options[name] for name in self.placed]
        return (*args, *placed), {
            self.names[name]: value for name, value in options.items() if name not in self.placed}


class Binder:
    """Binds the calls of one function of `torch`, or of one method of Tensor.

    `fitting` holds the types of arguments that are passed unchanged, and `renamings` the types of
    arguments that fit under other names. Anything that depends on values is computed in each call.
    """

    __slots__ = ("function", "name", "namespace", "skipped", "fitting", "renamings", "_keywords")

    def __init__(self, function: Callable[..., Any], name: str, is_method: bool):
        self.function, self.name = function, name
        self.namespace = "torch.Tensor" if is_method else "torch"
        self.skipped = int(is_method)  # torch does not count the tensor of a method
        self.fitting: set[tuple] = set()
        self.renamings: dict[tuple, Renaming] = {}
        self._keywords: tuple[set[str], bool] | None = None

    def bind(
            self, kinds: tuple, args: tuple[Any, ...], options: dict[str, Any],
            is_checked: bool) -> Call:
        """Return the arguments to call the function with; `kinds` are their types.

        Raises torch's TypeError for arguments that do not fit, if `is_checked`.
        """
        if kinds in self.fitting:
            return args, options
        if kinds in self.renamings:
            return self.renamings[kinds].apply(args, options)
        unknown = self.unknown_keywords(options)
        fitting = set() if unknown else self.fitting
        while is_checked and (
                changed := self.convert(fitting, kinds, args[self.skipped:], options)):
            args, options = (*args[:self.skipped], *changed[0]), changed[1]
            kinds = types_of(args, options)
            unknown = self.unknown_keywords(options)
            fitting = set() if unknown else self.fitting
        if not unknown:
            return args, options
        renaming = self.rename(args, options, unknown)
        if renaming is None:
            return args, options  # calling the function raises Python's TypeError
        if kinds in fitting:
            self.renamings[kinds] = renaming
        return renaming.apply(args, options)

    def convert(
            self, fitting: set[tuple], kinds: tuple, args: tuple[Any, ...],
            options: dict[str, Any]) -> Call | None:
        """Return `(args, options)` as torch converts them, None if they stay as they are.

        Raises torch's TypeError for arguments that fit no signature, not even a deprecated one.
        """
        try:
            return convert_arguments(fitting, kinds, self.namespace, self.name, args, options)
        except TypeError:
            if not self.skipped and is_bound_by_class(self.name, args):
                return args[1:], options
            former = convert_deprecated_call(self.namespace, self.name, args, options)
            if former is None:
                raise
            return former

    def unknown_keywords(self, options: dict[str, Any]) -> list[str]:
        """Return the keywords of a call that are no parameter names of the function."""
        if not options:
            return []
        if self._keywords is None:
            self._keywords = keywords_of(self.function)
        known, takes_any = self._keywords
        return [name for name in options if name not in known and (
            not takes_any or TORCH_NAMES.get(name) in known)]

    def rename(
            self, args: tuple[Any, ...], options: dict[str, Any],
            unknown: list[str]) -> Renaming | None:
        """Return the renaming of the keywords; None if the function has no such parameters.

        Raises Python's TypeError about the first unknown keyword if torch's function is Python.
        """
        written = record(self.name)
        if written.python_method if self.skipped else written.python_function:
            raise TypeError(f"{'Tensor.' * self.skipped}{self.name}() got an unexpected keyword "
                            f"argument '{unknown[0]}'")
        known = signature(self.function).parameters
        names = {name: name if name in known else TORCH_NAMES.get(name, name) for name in options}
        if any(new != name for name, new in names.items()):
            return Renaming((), names)
        placed = self.placed_keywords(known, len(args) - self.skipped, options)
        return placed and Renaming(placed, names)

    def placed_keywords(
            self, known: Any, count: int, options: dict[str, Any]) -> tuple[str, ...] | None:
        """Return the keywords that the function takes by position, after `count` arguments.

        `dims` of `x.permute(dims=(1, 0))` is passed as `*dims`. `mat1` and `mat2` of
        `torch.addmm(x, mat1=a, mat2=b)` have other names here, and are passed in torch's order.
        """
        for each in known.values():
            for name in options if each.kind is each.VAR_POSITIONAL else ():
                if name in (each.name, each.name[:-1]):
                    return *[key for key in ("input", "self") if key in options], name
        for each in find_signatures(self.namespace, self.name) or ():
            placed: list[str] = []
            for parameter in each.parameters[count : each.positional]:
                if parameter.name not in options:
                    break
                placed.append(parameter.name)
            if placed and all(name in known for name in options if name not in placed):
                return tuple(placed)
        return None


def convert_arguments(
        fitting: set[tuple], kinds: tuple, namespace: str, name: str, args: tuple[Any, ...],
        options: dict[str, Any]) -> Call | None:
    """Return `(args, options)` as torch converts them, None if they stay as they are.

    Default options about memory are dropped, and 0-dim tensors become numbers. Types that always
    fit are added to `fitting`. Raises torch's TypeError for arguments that do not fit.
    """
    lists = [x for x in (*args, *options.values()) if isinstance(x, tuple | list)]
    deep = (kinds, *[tuple(map(type, x[:MOST_ENTRIES])) for x in lists]) if lists else kinds
    if deep in fitting:
        return None
    why, plain = check_arguments(namespace, name, args, options), drop_memory_options(name, options)
    if plain != options:
        return args, plain
    if why == BY_TYPE:
        fitting.add(kinds)
    elif why == BY_ENTRIES and all(len(x) <= MOST_ENTRIES for x in lists):
        fitting.add(deep)
    return convert_to_numbers(namespace, name, args, options) if why == BY_VALUE else None


def types_of(args: tuple[Any, ...], options: dict[str, Any]) -> tuple:
    """Return the types of positional arguments, then the keywords, then their values' types."""
    return (*map(type, args), *options, *map(type, options.values()))


def keywords_of(function: Callable[..., Any]) -> tuple[set[str], bool]:
    """Return the keywords of a function and those it wraps, and whether it has `**kwargs`."""
    names: set[str] = set()
    while True:
        parameters = signature(function, follow_wrapped=False).parameters.values()
        names.update(each.name for each in parameters if each.kind in (
            Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY))
        takes_any = any(each.kind is each.VAR_KEYWORD for each in parameters)
        inner = getattr(function, "__wrapped__", None)
        if not takes_any or inner is None:
            return names, takes_any
        function = inner
