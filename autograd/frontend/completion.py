"""What a snippet can name: the public names of `torch`, each with its signature and first sentence.

Follows the names of torch's own modules; the words are our docstrings'.
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
from autograd.frontend.missing_names import Absent, names_of_torch
from autograd.frontend.usage_counts import uses_of
from autograd.runtime.builtin_method import BuiltIn

TENSOR = "torch.Tensor"


def main() -> None:
    """Write the catalogue to standard output, as JSON."""
    import_hook.install()
    json.dump(catalogue(), sys.stdout, separators=(",", ":"))


def catalogue() -> dict[str, dict[str, dict[str, str | int]]]:
    """By module or class, e.g. `torch.nn`: name -> `{kind, signature, about, uses}`.

    Only names that torch has too. `kind` is `function`, `method`, `class`, `namespace`, `property`
    or `constant`; `signature` is `(...)` as one would call it, "" for what is not called; `about`
    is a sentence or two, or ""; `uses` says how many lessons of some hundred name it.
    """
    # The face calls itself torch, and only a process that has installed it may ask for it.
    torch = importlib.import_module("torch")
    modules = [name for name in names_of_torch() if name != TENSOR and find_spec(name)]
    places = {name: importlib.import_module(name) for name in modules}
    found = {name: dict(entries(place, names_of_torch()[name])) for name, place in places.items()}
    found[TENSOR] = dict(entries(torch.Tensor, names_of_torch()[TENSOR]))
    found["torch.nn.Module"] = dict(entries(torch.nn.Module, dir(torch.nn.Module)))
    for place, told in found.items():
        for name in told:
            told[name]["uses"] = uses_of(place, name)
    return found


def entries(place: object, names: Iterable[str]) -> Iterator[Any]:
    """Each of `names` that is public in a module or class, with what there is to say of it."""
    bound = inspect.isclass(place)
    public = {name for name in names if not name.startswith("_")}
    for name in sorted(public.intersection(dir(place))):
        thing = inspect.getattr_static(place, name) if bound else getattr(place, name)
        if isinstance(thing, Absent):
            continue
        if isinstance(thing, (staticmethod, classmethod, BuiltIn)):
            thing = getattr(place, name)
        yield name, entry(thing, bound)


def entry(thing: object, bound: bool) -> dict[str, str | int]:
    """One name's kind, signature and first sentence; a method's without the tensor before it."""
    kind = kind_of(thing, bound)
    said = kind not in ("namespace", "constant")
    about = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ") if said else ""
    signature = signature_of(thing, kind == "method") if callable(thing) and said else ""
    return {"kind": kind, "signature": signature, "about": about}


def kind_of(thing: object, bound: bool) -> str:
    if inspect.ismodule(thing):
        return "namespace"
    if inspect.isclass(thing):
        return "class"
    if isinstance(thing, property) or inspect.isdatadescriptor(thing):
        return "property"
    if inspect.isroutine(thing):
        return "method" if bound else "function"
    return "constant"


def signature_of(thing: object, drop_first: bool) -> str:
    """`(a, b=1)` without annotations; `(...)` or "" where Python does not know it."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [plainly(each) for each in signature.parameters.values()]
    if drop_first and plain and plain[0].kind is not plain[0].VAR_POSITIONAL:
        plain = plain[1:]
    if plain and all(each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD) for each in plain):
        return "(...)"
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))


class Verbatim(str):
    """A text whose repr is itself."""

    __repr__ = str.__str__


def plainly(parameter: inspect.Parameter) -> inspect.Parameter:
    """Without its annotation; a default that Python shows as `<...>` by its name.

    An object without a name stands for an argument that is left out.
    """
    default = parameter.default
    if default is not parameter.empty and repr(default).startswith("<"):
        default = Verbatim(getattr(default, "__name__", "None"))
    return parameter.replace(annotation=parameter.empty, default=default)
