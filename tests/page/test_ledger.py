"""Any program's statements of account add up to the .grad that it sees, to the last bit."""

import ast
import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from autograd.frontend import import_hook
from autograd.recording.recorder import record
from autograd.runtime.grad_mode import no_grad
from server.document.run import to_json
from tests.sampling import examples
from tests.web.test_run import run_of

import_hook.install()
import torch  # noqa: E402  which is our engine here

LEAVES = 3
numbers = st.floats(-4, 4, width=32).map(lambda x: round(x, 2))
leaves = st.integers(0, LEAVES - 1)
lengths = st.integers(1, 3)

# What a random program does, one after the other, to leaves by their number.
pairs = st.lists(st.tuples(leaves, leaves), min_size=1, max_size=4)
backward = st.tuples(st.just("backward"), pairs)
reset = st.tuples(st.sampled_from(["zero_", "none", "fill"]), leaves)
update = st.tuples(st.sampled_from(["by hand", "by data"]), leaves)
programs = st.lists(backward | backward | reset | update, max_size=8)


def go_backward(x, pairs):
    """A sum of products, and the products' sums broadcast into them."""
    total = 0
    for one, other in pairs:
        total = total + (x[one] * x[other]).sum() * x[one].sum()
    total.backward()


def write(kind, leaf):
    """One change to a leaf or its `.grad`; nothing when there is no gradient to change."""
    if kind == "none":
        leaf.grad = None
    elif leaf.grad is not None:
        if kind == "zero_":
            leaf.grad.zero_()
        elif kind == "fill":
            leaf.grad = torch.ones_like(leaf)
        elif kind == "by hand":
            with no_grad():
                leaf -= 0.5 * leaf.grad
        else:
            leaf.data = leaf.data - 0.5 * leaf.grad


def perform(program, length, values):
    """Run a program under the recorder: its tape, and the leaves as they are at the end."""
    with record() as recorder:
        x = [torch.tensor([value] * length, requires_grad=True) for value in values]
        for number, leaf in enumerate(x):
            recorder.name(f"x{number}", leaf, 1)
        for kind, what in program:
            if kind == "backward":
                go_backward(x, what)
            else:
                write(kind, x[what])
    return recorder.drain(), x


def entries(value):
    """The numbers of a value as an array; None for None."""
    if value is None:
        return None
    return np.array([float(x) for x in value["data"]], value["dtype"]).reshape(value["shape"])


def same(one, other):
    return one is other is None or np.array_equal(one, other, equal_nan=True)


@examples(150)
@given(programs, lengths, st.lists(numbers, min_size=LEAVES, max_size=LEAVES))
def test_every_balance_follows_from_the_one_before_and_the_last_is_the_grad(
    page, program, length, values
):
    events, x = perform(program, length, values)
    run = json.loads(json.dumps(to_json(run_of(events))))
    for number, leaf in enumerate(x):
        lines = page.ask("ledger", run, name=f"x{number}")
        balance = None
        for line in lines:
            now = entries(line["balance"])
            if line["kind"] == "added":
                before, more = entries(line["before"]), entries(line["added"])
                assert same(before, balance)
                assert same(more if before is None else before + more, now)
            elif line["kind"] == "read":
                assert same(balance, now)
            balance = now
        assert same(balance, None if leaf.grad is None else leaf.grad.numpy())


@examples(100)
@given(programs, st.lists(numbers, min_size=LEAVES, max_size=LEAVES))
def test_every_update_that_used_a_gradient_is_a_read_of_it(page, program, values):
    events, x = perform(program, 1, values)
    run = json.loads(json.dumps(to_json(run_of(events))))
    for number in range(LEAVES):
        filled, expected = False, 0
        for kind, what in program:
            if kind == "backward":
                filled = filled or any(number in pair for pair in what)
            elif what == number:
                expected += filled and kind.startswith("by")
                filled = filled and kind != "none"
        lines = page.ask("ledger", run, name=f"x{number}")
        assert sum(line["kind"] == "read" for line in lines) == expected


# As a user writes it: an optimizer's steps and resets, clipping, and gradients in a module.
LINES = [
    "(x * y).sum().backward()", "((x - y) ** 2).mean().backward()", "x.exp().sum().backward()",
    "o.step()", "o.zero_grad()", "o.zero_grad(set_to_none=False)", "x.grad = None",
    "torch.nn.utils.clip_grad_norm_([x, y], 0.5)", "y.grad = torch.ones(2)",
]
OPTIMIZERS = ["SGD([x, y], lr=0.1)", "SGD([x], lr=0.1, momentum=0.9)", "Adam([x, y], lr=0.1)"]
HEAD = """\
import torch
x = torch.tensor([0.5, -1.5], requires_grad=True)
y = torch.tensor([2.0, 0.25], requires_grad=True)
o = torch.optim.{}
"""
TAIL = "print(*(None if t.grad is None else t.grad.tolist() for t in (x, y)), sep='|')\n"


def again(account, calls_are_told):
    """For each step of an account, whether some of its gradient was in a step before."""
    stepped, live, grew, found, before = set(), set(), False, [], None
    for line in account:
        match line["kind"]:
            case "added":
                live.add(line["call"])
                grew = True
            case "reset" | "set":
                live, stepped = set(), set()
            case "written" if not grew:
                stepped = set()
            case "read":
                other = calls_are_told and line["line"] != before
                found.append(bool(live & stepped) and (grew or other))
                stepped, grew, before = set(live), False, line["line"]
    return found


@examples(40)
@given(st.lists(st.sampled_from(LINES), max_size=9), st.sampled_from(OPTIMIZERS))
def test_the_ledger_of_a_program_with_an_optimizer_ends_in_what_the_program_prints(
    page, document_of, lines, optimizer
):
    code = HEAD.format(optimizer) + "".join(f"{line}\n" for line in lines) + TAIL
    run = document_of(code)
    assert run["outcome"]["kind"] == "finished"
    said = next(e["text"] for e in run["events"] if e["kind"] == "print").strip().split("|")
    for name, printed in zip("xy", said, strict=True):
        account = page.ask("ledger", run, name=name)
        balance = account[-1]["balance"] if account else None
        ours = None if balance is None else entries(balance).tolist()
        assert ours == ast.literal_eval(printed)
        steps = [line for line in account if line["kind"] == "read" and line["by"] == "step"]
        assert [line["old"] is not None for line in steps] == again(
            account, calls_are_told=any(e["kind"] == "enter" for e in run["events"]))
