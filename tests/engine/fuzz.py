"""Random programs over tensors and autograd, for both engines to run and to print the same.

`programs()` is a Hypothesis strategy. It keeps account of which variables require a gradient, and
takes shapes that go together, so that most statements make sense; some do not, and then both
engines must raise the same error. Each statement stands in a `try` of its own, and at the end every
variable is shown with all that autograd knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.engine.runner import Worker
from tests.engine.statements import (
    AROUND,
    BETWEEN,
    BY_DIM,
    PICKED,
    REDUCED,
    SAME_SHAPE,
    TAPE,
    VIEWS,
    WRITES,
)

HEAD = """
import copy
import warnings

import torch

from tests.engine.preamble import *

warnings.simplefilter("ignore")

"""


@dataclass
class Account:
    """What a program has so far: lines, variables, and which probably require a gradient."""

    lines: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    tracked: list[str] = field(default_factory=list)
    leaves: int = 0  # how many of the names, from the first on, were made and not computed

    def new(self, tracked: bool) -> str:
        """The name of the next variable."""
        name = f"v{len(self.names)}"
        self.names.append(name)
        if tracked:
            self.tracked.append(name)
        return name

    def attempt(self, statement: str, around: str = "", otherwise: str = "pass") -> None:
        """Add a statement in a `try` of its own, perhaps within a block.

        Where it is refused `otherwise` runs, so that what follows still has something to work on.
        """
        inner = f"    {around}\n        {statement}" if around else f"    {statement}"
        refused = ["    print(said(error))"] + [f"    {otherwise}"] * (otherwise != "pass")
        self.lines += ["try:", inner, "except Exception as error:", *refused]


NUMBERS = st.sampled_from([-2.0, -1.5, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0])
# Most programs keep to shapes that go together; every third takes them from everywhere.
TOGETHER = (
    [(2,), (2, 2), (1, 2), (2, 1), ()], [(3,), (2, 3), (1, 3), (2, 1), ()],
    [(2, 1, 2), (2, 2), (2,), (1, 2), (1,)], [(3, 1), (3,), (1, 3), (1,), ()],
)  # fmt: skip
ANYWHERE = [(), (1,), (2,), (3,), (2, 2), (2, 3), (3, 1), (1, 3), (2, 1, 2), (0,), (2, 0)]
FAMILIES = st.sampled_from([*TOGETHER, *TOGETHER, ANYWHERE, ANYWHERE, ANYWHERE, [(2, 0), (2, 1)]])
# 16-bit floats and complex numbers stand in different programs: together they make complex32.
DTYPES = [["float32"] * 12 + ["float64"] * 3 + ["int64", "int64", "int32", "uint8", "bool", other]
          for other in ("float64", "float64", "float16", "bfloat16", "complex64")]


@st.composite
def creations(draw, shapes, dtypes=DTYPES[0]) -> tuple[str, bool]:
    """An expression that makes a tensor, and whether that requires a gradient, as most do."""
    shape, dtype = draw(st.sampled_from(shapes)), draw(st.sampled_from(dtypes))
    count = int(np.prod(shape, dtype=int))
    numbers = np.array(draw(st.lists(NUMBERS, min_size=count, max_size=count))).reshape(shape)
    kind = "" if dtype == "float32" else f", dtype=torch.{dtype}"
    if dtype.startswith(("int", "uint", "bool")):
        return f"torch.tensor({abs(numbers).astype(int).tolist()}{kind})", False
    if dtype == "complex64":
        numbers = numbers + 0.5j * numbers[..., ::-1] if shape else numbers + 1j
    wants = draw(st.sampled_from([True, True, True, False]))
    return f"torch.tensor({numbers.tolist()}{kind}, requires_grad={wants})", wants


@st.composite
def programs(draw) -> str:
    """The source of a program of up to 18 statements, most with a backward at the end."""
    account, shapes, dtypes = Account(), draw(FAMILIES), draw(st.sampled_from(DTYPES))
    for _ in range(draw(st.integers(1, 3))):
        made, wants = draw(creations(shapes, dtypes))
        account.lines.append(f"{account.new(wants)} = {made}")
    account.leaves = len(account.names)
    for _ in range(draw(st.integers(4, 16))):
        add_statement(draw, account)
    if account.tracked and draw(st.sampled_from([True, True, True, False])):
        y = draw(st.sampled_from(account.tracked))
        account.attempt(draw(st.sampled_from(ENDS)).format(x=account.tracked[-1], y=y))
    account.lines += [
        f'try:\n    state("{name}", {name})\nexcept Exception as error:\n    print(said(error))'
        for name in account.names
    ]
    return HEAD + "\n".join(account.lines) + "\n"


KINDS = {
    "same": SAME_SHAPE, "reduce": REDUCED, "dim": BY_DIM, "between": BETWEEN, "view": VIEWS,
    "pick": PICKED, "write": WRITES, "tape": TAPE,
}  # fmt: skip
DRAWN = [kind for kind, times in {
    "same": 3, "between": 3, "reduce": 1, "dim": 1, "view": 2, "pick": 1, "write": 2, "tape": 2,
}.items() for _ in range(times)]
# What has no history, whatever it is made of.
UNTRACKED = re.compile(r"^\{x\} [<>=]|detach|\.data|\.eq|long\(|arg|any\(|all\(|tolist|zeros_like")
ENDS = (
    "{x}.sum().backward()", "({x} ** 2).mean().backward()", "({x} * {y}).sum().backward()",
    "print(torch.autograd.grad({x}.sum(), {y}, allow_unused=True))",
)  # fmt: skip


def add_statement(draw, account: Account) -> None:
    """One statement over the variables so far; a result gets a name."""
    kind = draw(st.sampled_from(DRAWN))
    recent = account.names[-5:]
    tracked = [name for name in account.tracked if kind == "tape" or name in recent]
    fitting = {"tape": tracked, "write": recent[-len(account.names) + account.leaves:]}
    preferred = fitting.get(kind, tracked) or recent
    x = draw(st.sampled_from(draw(st.sampled_from([preferred, preferred, recent]))))
    y = draw(st.sampled_from(recent))
    text = draw(st.sampled_from(KINDS[kind]))
    if kind in ("reduce", "dim"):
        text = f"{{x}}.{text}"
    around = draw(st.sampled_from(AROUND))
    off = around.endswith(("no_grad():", "(False):")) or UNTRACKED.search(text)
    text_of = text.format(x=x, y=y, d=draw(st.sampled_from([0, -1, 0, -1, 1])))
    if kind in ("write", "tape"):
        account.attempt(text_of, around)
    else:
        told = x in account.tracked or kind == "between" and y in account.tracked
        name = account.new(bool(told and not off))
        account.attempt(f"{name} = {text_of}", around, f"{name} = {x}")


def drawn(count: int, number: int) -> list[str]:
    """So many different programs; the same `number` draws the same ones again."""
    found: dict[str, None] = {}
    searches = 0
    while len(found) < count:
        found |= dict.fromkeys(batch((number << 16) + searches, min(500, 2 * count)))
        searches += 1
    return list(found)[:count]


def batch(number: int, size: int) -> list[str]:
    """The programs of one search by Hypothesis, which varies what it has drawn before."""
    made: list[str] = []

    @settings(max_examples=size, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @seed(number)
    @given(source=programs())
    def collect(source):
        made.append(source)

    collect()
    return made


def shortest(source: str, differs) -> str:
    """The program without the statements that do not matter to whether it `differs`."""
    blocks = re.split(r"\n(?=try:|v\d+ = )", source.removeprefix(HEAD).rstrip("\n"))
    before = 0
    while before != len(blocks):
        before = len(blocks)
        for i in range(len(blocks) - 1, -1, -1):
            fewer = blocks[:i] + blocks[i + 1:]
            if fewer and differs(written(fewer)):
                blocks = fewer
    return written(blocks)


def written(blocks: list[str]) -> str:
    """Statements as a program."""
    return HEAD + "\n".join(blocks) + "\n"


# Of a complex number the sign of the imaginary part belongs to it: torch negates whole vectors of
# the processor's width as `0 - x`, and the rest as `-x`, so that zeros get one sign or the other.
NUMBER = re.compile(r"[+-]?(?:\d+\.\d*(?:e[+-]\d+)?|\d+e[+-]\d+)")


NEAR = {"bfloat16": 3e-2, "float16": 4e-3, "": 2e-4}  # by the shortest dtype that is printed


def alike(ours: list[str], theirs: list[str], moved=()) -> bool:
    """Whether two outputs are the same text; numbers may differ in their last digit.

    `moved` holds outputs of `theirs` for data that is a few roundings off: a number may differ
    twice as far as it moves there.
    """
    if ours == theirs:
        return True
    texts = ["\n".join(lines) for lines in (ours, theirs, *moved)]
    if NUMBER.findall(texts[0]) == NUMBER.findall(texts[1]):
        return False  # no digit differs, so a letter or a space does
    if len({re.sub(r"\s+", "", NUMBER.sub("#", text)) for text in texts}) > 1:
        return False
    first, second, *others = (np.array(NUMBER.findall(text), float) for text in texts)
    near = next(near for kind, near in NEAR.items() if kind in texts[0])
    if not moved:
        return np.allclose(first, second, rtol=near, atol=near)
    spread = np.abs(np.subtract(others, second)).max(0)
    return bool((np.abs(first - second) <= near + near * np.abs(second) + 2 * spread).all())


def same(source: str, ours: list[str], theirs: list[str], oracle: Worker) -> bool:
    """Whether the outputs of a program are alike, as exactly as its data determines them.

    The cosine of a huge number hangs on the last bit of that number: there it is asked how far
    torch's own answers move when the data moves by a rounding or two.
    """
    return alike(ours, theirs) or alike(ours, theirs, oracle.many([
        re.sub(r"(?m)^(v\d+ = )torch\.tensor\(", rf"\1moved({roundings}, ", source)
        for roundings in (-2, -1, 1, 2)]))
