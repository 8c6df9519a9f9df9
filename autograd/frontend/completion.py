"""Names for the editor's completion: those of `torch`, each with signature, kind, first sentence.

The names are those of torch's own modules; the sentences are from our docstrings.
"""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any

from autograd.frontend import import_hook
from autograd.frontend.missing_names import MissingAttribute, names_of_torch
from autograd.frontend.usage_counts import uses_of
from autograd.runtime.builtin_method import BuiltinMethod

TENSOR = "torch.Tensor"


def main() -> None:
    """Write the names to standard output, as JSON."""
    import_hook.install()
    json.dump(build_catalogue(), sys.stdout, separators=(",", ":"))


def build_catalogue() -> dict[str, dict[str, dict[str, str | int]]]:
    """Return by module or class, e.g. `torch.nn`: name -> `{kind, signature, about, uses}`.

    Only names that torch has too. `kind` is `function`, `method`, `class`, `namespace`, `property`
    or `constant`; `signature` is `(...)` as one would call it, "" for what is not called; `about`
    is a sentence or two, or ""; `uses` is the number of lessons, of some hundreds, that use it.
    """
    # Our namespace has the name torch only in a process that has installed the import hook.
    torch = importlib.import_module("torch")
    modules = [name for name in names_of_torch() if name != TENSOR and find_spec(name)]
    places = {name: importlib.import_module(name) for name in modules}
    found = {name: dict(list_entries(place, names_of_torch()[name])) for name,
             place in places.items()}
    found[TENSOR] = dict(list_entries(torch.Tensor, names_of_torch()[TENSOR]))
    found["torch.nn.Module"] = dict(list_entries(torch.nn.Module, dir(torch.nn.Module)))
    for place, told in found.items():
        for name in told:
            told[name]["uses"] = uses_of(place, name)
    return found


def list_entries(place: object, names: Iterable[str]) -> Iterator[Any]:
    """Yield each of `names` that is public in a module or class, with its description."""
    bound = inspect.isclass(place)
    public = {name for name in names if not name.startswith("_")}
    for name in sorted(public.intersection(dir(place))):
        thing = inspect.getattr_static(place, name) if bound else getattr(place, name)
        if isinstance(thing, MissingAttribute):
            continue
        if isinstance(thing, (staticmethod, classmethod, BuiltinMethod)):
            thing = getattr(place, name)
        yield name, describe(thing, bound)


def describe(thing: object, bound: bool) -> dict[str, str | int]:
    """Return kind, signature and first sentence of one name; a method's without `self`."""
    kind = kind_of(thing, bound)
    said = kind not in ("namespace", "constant")
    about = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ") if said else ""
    signature = format_signature(thing, kind == "method") if callable(thing) and said else ""
    return {"kind": kind, "signature": signature, "about": about}


def kind_of(thing: object, bound: bool) -> str:
    """Return the kind of an object, as `build_catalogue` lists them."""
    if inspect.ismodule(thing):
        return "namespace"
    if inspect.isclass(thing):
        return "class"
    if isinstance(thing, property) or inspect.isdatadescriptor(thing):
        return "property"
    if inspect.isroutine(thing):
        return "method" if bound else "function"
    return "constant"


def format_signature(thing: object, drop_first: bool) -> str:
    """Return `(a, b=1)` without annotations; `(...)` or "" where Python does not know it."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [simplify_parameter(each) for each in signature.parameters.values()]
    if drop_first and plain and plain[0].kind is not plain[0].VAR_POSITIONAL:
        plain = plain[1:]
    if plain and all(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in plain):
        return "(...)"
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))


class Verbatim(str):
    """A text whose repr is itself."""

    __repr__ = str.__str__


def simplify_parameter(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter without annotation, with a default `<...>` replaced by its name.

    A default without a name stands for an omitted argument.
    """
    default = parameter.default
    if default is not parameter.empty and repr(default).startswith("<"):
        default = Verbatim(getattr(default, "__name__", "None"))
    return parameter.replace(annotation=parameter.empty, default=default)
