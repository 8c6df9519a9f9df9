"""What a program hears when it asks for a name that is not there: torch's words, and what is near.

Where torch has the name and this engine has not, the error says so; a name that torch does not have
either gets torch's own text, with the nearest names as a note.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from opcode import opmap
from os.path import dirname
from typing import TYPE_CHECKING, Any

from autograd.frontend.unsupported import instead
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.frontend.import_hook import _Speaking

FILE = f"{dirname(dirname(__file__))}/torch/names.json"


@cache
def names_of_torch() -> dict[str, frozenset[str]]:
    """The public names of torch by module, `torch.Tensor` among them."""
    with open(FILE) as file:
        lines = json.load(file)
    return {module: frozenset(" ".join(part).split()) for module, part in lines.items()}


def missing(
        module: str, name: str, present: Any
) -> AttributeError | ImportError:
    """The error for `module.name`; `present` are the names that are there.

    Python has words of its own where a `from` import meets an AttributeError: it gets another.
    """
    text = f"module '{module}' has no attribute '{name}'"
    if name[:2] == "__":  # asked by Python itself
        return AttributeError(text, name=name)
    error = explained(text, module, name, present)
    frame = sys._getframe(2)  # of the program, past the module's `__getattr__`
    step = frame.f_code.co_code[max(frame.f_lasti, 0)]
    if step == opmap["IMPORT_FROM"] and "in Tapescope" in str(error):
        said = str(error).replace(text, f"cannot import name '{name}' from '{module}'")
        return ImportError(said, name=name)
    return error


def explained(
        text: str, module: str, name: str, present: dict[str, _Speaking | str]) -> AttributeError:
    """`text`, with what torch has and what is near."""
    near = advice(name, present)
    use = instead(f"{module}.{name}")
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


def advice(name: str, present: Any) -> str:
    """The public names of `present` that are like `name`, as a sentence after a space; else ""."""
    if name.startswith("__"):
        return ""  # Python asks modules for such names at imports, and nobody reads the answer
    import difflib  # only now: nobody waits for it at the start

    public = [each for each in present if not each.startswith("_")]
    near = difflib.get_close_matches(name, public, 3, 0.75)
    return f" Near: {', '.join(near)}." if near else ""


def missing_module(name: str) -> ModuleNotFoundError:
    """The error for `import name`, a module of torch's: Python's words, and what to use instead."""
    text, use = f"No module named '{name}'", instead(name)
    return ModuleNotFoundError(f"{text} in Tapescope. {use}" if use else text, name=name)


class Absent:
    """Stands in Tensor for an attribute that torch's Tensor has and this one has not.

    Tensor must not have a `__getattr__`: Python would then look up every attribute the slow way.
    """

    def __init__(self, name: str):
        self.name = name

    def __get__(self, tensor, kind):
        text = f"'{kind.__name__}' object has no attribute '{self.name}'"
        raise explained(text, "torch.Tensor", self.name, vars(kind))


def mark_absent() -> None:
    """Put an Absent under each name that Tensor lacks, when all that it has is there."""
    for name in names_of_torch()["torch.Tensor"].difference(dir(Tensor)):
        setattr(Tensor, name, Absent(name))


def near(error: BaseException) -> str:
    """What is near the attribute that `error` missed in a Tensor, as a line to add; else ""."""
    tensor, name = getattr(error, "obj", None), getattr(error, "name", None)
    if not isinstance(error, AttributeError) or not isinstance(tensor, Tensor) or not name:
        return ""
    return advice(name, dir(type(tensor))).strip()
