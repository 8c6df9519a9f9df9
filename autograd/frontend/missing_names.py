"""Errors for names that are missing: torch's text, with alternatives or similar names.

If torch has the name and this engine has not, the error says so; if torch has not either, it is
torch's own text with similar names as a note.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from opcode import opmap
from os.path import dirname

from autograd.frontend.unsupported import find_alternative
from autograd.tensor.tensor import Tensor

FILE = f"{dirname(dirname(__file__))}/torch/names.json"


@cache
def names_of_torch() -> dict[str, frozenset[str]]:
    """Return the public names of torch by module, with those of `torch.Tensor`."""
    with open(FILE) as file:
        lines = json.load(file)
    return {module: frozenset(" ".join(part).split()) for module, part in lines.items()}


def missing_name_error(
        module: str, name: str, present: Iterable[str]
) -> AttributeError | ImportError:
    """Return the error for `module.name`; `present` are the names that exist.

    In a `from` import it is an ImportError: Python would replace the text of an AttributeError.
    """
    text = f"module '{module}' has no attribute '{name}'"
    if name[:2] == "__":  # asked by Python itself
        return AttributeError(text, name=name)
    error = explain_missing(text, module, name, present)
    frame = sys._getframe(2)  # of the program, past the module's `__getattr__`
    step = frame.f_code.co_code[max(frame.f_lasti, 0)]
    if step == opmap["IMPORT_FROM"] and "in Tapescope" in str(error):
        said = str(error).replace(text, f"cannot import name '{name}' from '{module}'")
        return ImportError(said, name=name)
    return error


def explain_missing(
        text: str, module: str, name: str, present: Iterable[str]) -> AttributeError:
    """Return an AttributeError of `text`, with what torch has and similar names."""
    near = suggest_names(name, present)
    use = find_alternative(f"{module}.{name}")
    known = names_of_torch().get(module)
    if known is None and use:
        return AttributeError(f"{text} in Tapescope. {use}", name=name)
    if known is not None and name in known:
        rest = f" {use}" if use else near
        text = f"{text} in Tapescope: torch has {module}.{name}, this engine has not.{rest}"
        return AttributeError(text, name=name)
    error = AttributeError(text, name=name)
    if near:
        error.add_note(near.strip())
    return error


def suggest_names(name: str, present: Iterable[str]) -> str:
    """Return a sentence, after a space, with the public names of `present` like `name`; else ""."""
    if name.startswith("__"):
        return ""  # Python asks modules for such names at imports, and nobody reads the answer
    import difflib  # only now: nobody waits for it at the start

    public = [each for each in present if not each.startswith("_")]
    near = difflib.get_close_matches(name, public, 3, 0.75)
    return f" Near: {', '.join(near)}." if near else ""


def missing_module_error(name: str) -> ModuleNotFoundError:
    """Return the error for `import name`, a module of torch: Python's text and an alternative."""
    text, use = f"No module named '{name}'", find_alternative(name)
    return ModuleNotFoundError(f"{text} in Tapescope. {use}" if use else text, name=name)


class MissingAttribute:
    """Descriptor in Tensor for an attribute that torch's Tensor has and this one has not.

    Tensor must not have a `__getattr__`, which would make every attribute lookup slow.
    """

    def __init__(self, name: str):
        self.name = name

    def __get__(self, tensor, kind):
        text = f"'{kind.__name__}' object has no attribute '{self.name}'"
        raise explain_missing(text, "torch.Tensor", self.name, vars(kind))


def mark_missing_attributes() -> None:
    """Put a MissingAttribute under each name that Tensor lacks, once all methods are attached."""
    for name in names_of_torch()["torch.Tensor"].difference(dir(Tensor)):
        setattr(Tensor, name, MissingAttribute(name))


def suggest_for_error(error: BaseException) -> str:
    """Return a line with names similar to the attribute that `error` missed in a Tensor; else "".
    """
    tensor, name = getattr(error, "obj", None), getattr(error, "name", None)
    if not isinstance(error, AttributeError) or not isinstance(tensor, Tensor) or not name:
        return ""
    return suggest_names(name, dir(type(tensor))).strip()
