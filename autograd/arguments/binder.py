"""The binding of the arguments of a call to the parameters of one function, as torch's parser does.

Source: torch/csrc/utils/python_arg_parser.cpp.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, NamedTuple

from autograd.arguments.argument_parser import check_arguments, convert_to_numbers
from autograd.arguments.deprecated_overloads import convert_deprecated_call, is_bound_by_class
from autograd.arguments.signatures import BY_ENTRIES, BY_TYPE, BY_VALUE, TORCH_NAMES, signatures
from autograd.runtime.function_record import record
from autograd.arguments.factory_options import drop_memory_options

MOST_ENTRIES = 8  # of a list whose types are remembered
Call = tuple[tuple[Any, ...], dict[str, Any]]


class Renaming(NamedTuple):
    """How the keywords of a call reach a function that has other names for its parameters."""

    placed: tuple[str, ...]  # those given by position, behind the positional ones
    names: dict[str, str]  # by which name each other is given

    def apply(self, args: tuple[Any, ...], options: dict[str, Any]) -> Call:
        """Return the arguments of a call as the function takes them."""
        placed = [options[name] for name in self.placed]
        return (*args, *placed), {
            self.names[name]: value for name, value in options.items() if name not in self.placed}


class Binder:
    """Binds the calls of one function of `torch`, or of one method of Tensor.

    `fitting` holds the types of arguments that are passed on as they came, and `renamings` those of
    arguments that fit under other names. What depends on values is found for each call.
    """

    __slots__ = ("function", "name", "place", "skipped", "fitting", "renamings", "_keywords")

    def __init__(self, function: Callable[..., Any], name: str, is_method: bool):
        self.function, self.name = function, name
        self.place = "torch.Tensor" if is_method else "torch"
        self.skipped = int(is_method)  # the tensor of a method is no argument in torch's count
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
            return args, options  # Python refuses the keyword
        if kinds in fitting:
            self.renamings[kinds] = renaming
        return renaming.apply(args, options)

    def convert(
            self, fitting: set[tuple], kinds: tuple, args: tuple[Any, ...],
            options: dict[str, Any]) -> Call | None:
        """Return what to call with in place of arguments that torch converts, else None.

        Raises torch's TypeError for arguments that fit no signature, not even a deprecated one.
        """
        try:
            return convert_arguments(fitting, kinds, self.place, self.name, args, options)
        except TypeError:
            if not self.skipped and is_bound_by_class(self.name, args):
                return args[1:], options
            former = convert_deprecated_call(self.place, self.name, args, options)
            if former is None:
                raise
            return former

    def unknown_keywords(self, options: dict[str, Any]) -> list[str]:
        """Return the keywords of a call that the function has under other names, or not at all."""
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
        """Return how the keywords reach the function; None if it has no such parameters.

        Raises Python's TypeError about the first of them if torch wrote the function in Python.
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
        """Return the keywords that the function takes by position, behind `count` others.

        `x.permute(dims=(1, 0))` gives by name what the function here takes one by one, and
        `torch.addmm(x, mat1=a, mat2=b)` what it calls otherwise and torch declares in this order.
        """
        for each in known.values():
            for name in options if each.kind is each.VAR_POSITIONAL else ():
                if name in (each.name, each.name[:-1]):
                    return *[key for key in ("input", "self") if key in options], name
        for each in signatures(self.place, self.name) or ():
            placed: list[str] = []
            for parameter in each.parameters[count : each.positional]:
                if parameter.name not in options:
                    break
                placed.append(parameter.name)
            if placed and all(name in known for name in options if name not in placed):
                return tuple(placed)
        return None


def convert_arguments(
        fitting: set[tuple], kinds: tuple, place: str, name: str, args: tuple[Any, ...],
        options: dict[str, Any]) -> Call | None:
    """Return the arguments that torch converts a call's to, None if it takes them as they are.

    It drops options about memory that are the default, and has numbers for 0-dim tensors. Types
    that always fit are added to `fitting`. Raises torch's TypeError for arguments that do not fit.
    """
    lists = [x for x in (*args, *options.values()) if isinstance(x, tuple | list)]
    deep = (kinds, *[tuple(map(type, x[:MOST_ENTRIES])) for x in lists]) if lists else kinds
    if deep in fitting:
        return None
    why, plain = check_arguments(place, name, args, options), drop_memory_options(name, options)
    if plain != options:
        return args, plain
    if why == BY_TYPE:
        fitting.add(kinds)
    elif why == BY_ENTRIES and all(len(x) <= MOST_ENTRIES for x in lists):
        fitting.add(deep)
    return convert_to_numbers(place, name, args, options) if why == BY_VALUE else None


def types_of(args: tuple[Any, ...], options: dict[str, Any]) -> tuple:
    """Return the types of the arguments of a call, with the names of keywords before theirs."""
    return (*map(type, args), *options, *map(type, options.values()))


def keywords_of(function: Callable[..., Any]) -> tuple[set[str], bool]:
    """Return the keywords that a function takes, with all that it wraps, and if it takes any."""
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
