"""What a program hears when it asks for a name that is not there: torch's words, and what is near.

Where torch has the name and this engine has not, the error says so; a name that torch does not have
either gets torch's own text, with the nearest names as a note.
"""

from __future__ import annotations

import difflib
import json
from functools import cache
from pathlib import Path

from autograd.tensor import Tensor

FILE = Path(__file__).parent / "torch" / "names.json"


@cache
def names_of_torch() -> dict[str, frozenset[str]]:
    """The public names of torch by module, `torch.Tensor` among them."""
    lines = json.loads(FILE.read_text())
    return {module: frozenset(" ".join(part).split()) for module, part in lines.items()}


def missing(module: str, name: str, present) -> AttributeError:
    """The error for `module.name`; `present` are the names that are there."""
    text = f"module '{module}' has no attribute '{name}'"
    return explained(text, module, name, present)


def explained(text: str, module: str, name: str, present) -> AttributeError:
    """`text`, with what torch has and what is near."""
    near = difflib.get_close_matches(name, [n for n in present if not n.startswith("_")], 3, 0.75)
    advice = f" Near: {', '.join(near)}." if near else ""
    if name in names_of_torch().get(module, ()):
        text = f"{text} in Tapescope: torch has {module}.{name}, this engine has not.{advice}"
        return AttributeError(text, name=name)
    error = AttributeError(text, name=name)
    if advice:
        error.add_note(advice.strip())
    return error


def missing_attribute(self, name: str):
    """`Tensor.__getattr__`: nothing has this name."""
    text = f"'{type(self).__name__}' object has no attribute '{name}'"
    if name.startswith("_"):
        raise AttributeError(text, name=name, obj=self)
    raise explained(text, "torch.Tensor", name, dir(type(self)))


Tensor.__getattr__ = missing_attribute
