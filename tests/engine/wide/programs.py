"""Random programs of the wider reach: what `fuzz` draws, with statements of all chapters among it.

`programs()` is a Hypothesis strategy like `fuzz.programs`. A statement here has more places to
fill: `{x}` and `{y}` variables, `{d}` a dimension, `{b}` a truth value, `{n}` a number, `{t}` a
dtype, `{r}` how a loss is reduced, `{f}` how scattered entries are combined.
"""

from __future__ import annotations

import math
import re
from string import Formatter

import numpy as np
from hypothesis import strategies as st

from tests.engine import fuzz
from tests.engine.runner import Worker
from tests.engine.statements import AROUND
from tests.engine.wide import (
    combined,
    functional,
    functions,
    lessons,
    likelihoods,
    modules,
    pointwise,
    products,
    reductions,
    tape,
    views,
    writes,
)

# What has a value, which gets a name, and what is done for its effect.
VALUES = (
    pointwise.ONE, pointwise.TWO, reductions.ALL, reductions.ALONG, views.SEEN, views.PICKED,
    products.PRODUCTS, functional.FUNCTIONAL, modules.MODULES, functions.APPLIED,
    likelihoods.LIKELIHOODS, lessons.MADE,
)
EFFECTS = (
    writes.WRITES, modules.STEPS, tape.TAPE, tape.TRANSFORMS, tape.ASKED, functions.STATEMENTS,
    combined.COMBINED, lessons.DONE,
)
PLACES = {
    "d": ("0", "-1", "1", "2", "-2"),
    "b": ("True", "False"),
    "n": ("2", "0.5", "-1", "0", "3", "-1.5", "True"),
    "t": ("torch.float64", "torch.long", "torch.bool", "torch.int32", "torch.uint8"),
    "r": ("mean", "sum", "none"),
    "f": ("sum", "prod", "mean", "amax", "amin"),
}
RARER = ("float16", "bfloat16", "complex64", "uint8")
# Beside the shapes of `fuzz`: several dimensions of which one has no entries.
EMPTY = [(2, 0), (0,), (1, 0), (2, 1), (2,)]
FAMILIES = st.sampled_from([*fuzz.TOGETHER, fuzz.ANYWHERE, fuzz.ANYWHERE, EMPTY])
RARE_AROUND = (
    "with torch.inference_mode():", "with torch.autograd.detect_anomaly():",
    "with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 2, lambda t: t / 2):",
)
VERSION = re.compile(r"^  memory \d+ ")
HEAD = fuzz.HEAD + "from tests.engine.wide.preamble import *\n\n"


@st.composite
def programs(draw) -> str:
    """The source of a program of up to 15 statements, about one in three of them wide."""
    account, shapes = fuzz.Account(), draw(FAMILIES)
    for _ in range(draw(st.integers(1, 3))):
        plain = draw(st.integers(0, 3))
        made, wants = draw(fuzz.creations(shapes) if plain else rarer(shapes))
        account.lines.append(f"{account.new(wants)} = {made}")
    account.leaves = len(account.names)
    for _ in range(draw(st.integers(1, 12))):
        add = add_wide if draw(st.integers(0, 2)) == 0 else fuzz.add_statement
        add(draw, account)
    account.lines += [
        f'try:\n    state("{name}", {name})\nexcept Exception as error:\n    print(said(error))'
        for name in account.names
    ]
    return HEAD + "\n".join(account.lines) + "\n"


@st.composite
def rarer(draw, shapes) -> tuple[str, bool]:
    """An expression that makes a tensor of a rarer dtype, and whether it requires a gradient."""
    shape, dtype = draw(st.sampled_from(shapes)), draw(st.sampled_from(RARER))
    count = math.prod(shape)
    drawn = st.lists(fuzz.NUMBERS, min_size=count, max_size=count)
    numbers = np.array(draw(drawn)).reshape(shape)
    if dtype == "uint8":
        return f"torch.tensor({abs(numbers).astype(int).tolist()}, dtype=torch.uint8)", False
    if dtype == "complex64":
        numbers = numbers + 1j * np.array(draw(drawn)).reshape(shape)
    wants = draw(st.sampled_from([True, True, False]))
    return f"torch.tensor({numbers.tolist()}, dtype=torch.{dtype}, requires_grad={wants})", wants


def add_wide(draw, account: fuzz.Account) -> None:
    """One statement of any chapter, with its places filled."""
    chapter = draw(st.sampled_from(VALUES + EFFECTS))
    recent = account.names[-5:]
    text = filled(draw, draw(st.sampled_from(chapter)), recent)
    around = "" if alone(text) else draw(st.sampled_from(AROUND + RARE_AROUND))
    if chapter in EFFECTS:
        account.attempt(text, around)
    else:
        name = account.new(not around and recent[-1] in account.tracked)
        account.attempt(f"{name} = {text}", around, f"{name} = {recent[-1]}")


def filled(draw, text: str, names: list[str]) -> str:
    """A statement with something drawn in each of its places."""
    places = sorted({place for _, place, _, _ in Formatter().parse(text) if place})
    return text.format(**{
        place: draw(st.sampled_from(names if place in "xy" else PLACES[place]))
        for place in places
    })


def same(source: str, ours: list[str], theirs: list[str], oracle: Worker) -> bool:
    """Whether two outputs of a program are the same, as `fuzz.same` says.

    What is computed of an inference tensor outside of its block has in torch as many versions as
    its kernel takes steps in place, which is left out; and what needs complex32 is refused here.
    """
    if any("torch makes torch.complex32 of" in line for line in ours):
        return True
    if "inference_mode" in source:
        ours, theirs = ([VERSION.sub("  memory ", line) for line in lines]
                        for lines in (ours, theirs))
    return fuzz.same(source, ours, theirs, oracle)


def alone(text: str) -> bool:
    """Whether a statement cannot stand in a block of one line: it is several, or a block itself."""
    return "; " in text or text.startswith(("with ", "if ", "for ", "import "))
