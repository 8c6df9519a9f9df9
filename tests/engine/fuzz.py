"""Random programs over tensors and autograd, for both engines to run and to print the same.

`programs()` is a Hypothesis strategy. It keeps account of the shape of every variable, so that most
statements make sense; some do not, and then both engines must raise the same error. Each statement
stands in a `try` of its own, and at the end every variable is shown with all that autograd knows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

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
import warnings

import torch

warnings.simplefilter("ignore")


def shown(t):
    if not isinstance(t, torch.Tensor):
        return repr(t)
    return f"{t} {t.dtype} {tuple(t.shape)} {t.requires_grad} {t.is_leaf}"


def state(name, t):
    print(name, shown(t))
    if isinstance(t, torch.Tensor):
        print("  memory", t._version, t._is_view())
    if isinstance(t, torch.Tensor) and t.is_leaf:
        print("  grad", None if t.grad is None else shown(t.grad))
    node, depth = getattr(t, "grad_fn", None), 0
    while node is not None and depth < 6:
        print("  ", node.name(), [k and k.name() for k, _ in node.next_functions])
        node, depth = next((k for k, _ in node.next_functions if k is not None), None), depth + 1


def said(error):
    return type(error).__name__ + ": " + str(error)

"""

@dataclass
class Account:
    """What a program has so far: its lines, and its variables in order of making."""

    lines: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def new(self) -> str:
        """The name of the next variable."""
        self.names.append(f"v{len(self.names)}")
        return self.names[-1]

    def attempt(self, statement: str, around: str = "") -> None:
        """Add a statement in a `try` of its own, perhaps within a block."""
        inner = f"    {around}\n        {statement}" if around else f"    {statement}"
        self.lines.append(f"try:\n{inner}\nexcept Exception as error:\n    print(said(error))")


NUMBERS = st.sampled_from([-2.0, -1.5, -1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0])
SHAPES = st.sampled_from([(), (1,), (2,), (3,), (2, 2), (2, 3), (3, 1), (1, 3), (2, 1, 2), (0,)])


@st.composite
def creations(draw) -> str:
    """An expression that makes a tensor, most often one that requires a gradient."""
    shape = draw(SHAPES)
    kind = draw(st.sampled_from(["float"] * 6 + ["double", "int", "bool"]))
    count = int(np.prod(shape, dtype=int))
    numbers = np.array(draw(st.lists(NUMBERS, min_size=count, max_size=count))).reshape(shape)
    if kind in ("int", "bool"):
        return f"torch.tensor({numbers.astype(int).tolist()}, dtype=torch.{kind})"
    wants = draw(st.sampled_from(["True", "True", "False"]))
    dtype = ", dtype=torch.float64" if kind == "double" else ""
    return f"torch.tensor({numbers.tolist()}{dtype}, requires_grad={wants})"


@st.composite
def programs(draw) -> str:
    """The source of a program of up to 16 statements."""
    account = Account()
    for _ in range(draw(st.integers(1, 3))):
        made = draw(creations())
        account.lines.append(f"{account.new()} = {made}")
    for _ in range(draw(st.integers(1, 14))):
        add_statement(draw, account)
    account.lines += [
        f'try:\n    state("{name}", {name})\nexcept Exception as error:\n    print(said(error))'
        for name in account.names
    ]
    return HEAD + "\n".join(account.lines) + "\n"


def add_statement(draw, account: Account) -> None:
    """One statement over the variables so far; results get a name, and often are shown."""
    names = st.sampled_from(account.names[-5:])
    x, y = draw(names), draw(names)
    kinds = {
        "same": SAME_SHAPE, "reduce": REDUCED, "dim": BY_DIM, "between": BETWEEN, "view": VIEWS,
        "pick": PICKED, "write": WRITES, "tape": TAPE,
    }
    kind = draw(st.sampled_from(["same", "same", "between", "between", "reduce", "dim", "view",
                                 "view", "pick", "write", "write", "tape", "tape"]))
    text = draw(st.sampled_from(kinds[kind]))
    around = draw(st.sampled_from(AROUND))
    if kind in ("reduce", "dim"):
        text = f"{{x}}.{text}"
    text = text.format(x=x, y=y, d=draw(st.sampled_from([0, -1, 1])))
    if kind in ("write", "tape"):
        account.attempt(text, around)
    else:
        account.attempt(f"{account.new()} = {text}", around)


NUMBER = re.compile(r"-?(?:\d+\.\d*(?:e[+-]\d+)?|\d+e[+-]\d+)")


def alike(ours: list[str], theirs: list[str]) -> bool:
    """Whether two outputs are the same text; numbers may differ in their last printed digit."""
    if ours == theirs:
        return True
    texts = ["\n".join(lines) for lines in (ours, theirs)]
    shapes = [re.sub(r"\s+", " ", NUMBER.sub("#", text)) for text in texts]
    numbers = [[float(n) for n in NUMBER.findall(text)] for text in texts]
    return shapes[0] == shapes[1] and np.allclose(*numbers, rtol=2e-4, atol=2e-4)
