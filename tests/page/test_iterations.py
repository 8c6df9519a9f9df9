"""Iterations and curves: found from backward calls and updates that come again."""

import math
from pathlib import Path

import pytest

PEOPLE = Path(__file__).parents[1] / "web" / "people"
START = """import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 2), torch.randn(4, 1)
"""
LOSS = "loss = ((net(x) - y) ** 2).mean()"


def program(name):
    return (PEOPLE / f"{name}.py").read_text()


@pytest.fixture(scope="module")
def asks(document_of, page):
    """Ask the page about a program's run."""

    def ask(question, code):
        run = document_of(code if code.startswith("import") else START + code)
        return page.ask(question, run)

    return ask


LOOPS = {
    "one loop": f"for i in range(5):\n    {LOSS}\n    loss.backward()\n    optimizer.step()\n",
    "on one line": f"def step():\n    {LOSS}\n    loss.backward()\n    optimizer.step()\n"
    "for i in range(5): step()\n",
    "while": f"i = 0\nwhile i < 5:\n    {LOSS}\n    loss.backward()\n    optimizer.step()\n"
    "    i += 1\n",
    "updates by hand": "w = torch.ones(2, requires_grad=True)\nfor i in range(5):\n"
    "    (w * w).sum().backward()\n    with torch.no_grad():\n        w -= 0.1 * w.grad\n"
    "    w.grad = None\n",
    "accumulation": f"for i in range(20):\n    {LOSS}\n    loss.backward()\n"
    "    if i % 4 == 3:\n        optimizer.step()\n        optimizer.zero_grad()\n",
    "accumulation in a loop of its own": "for i in range(5):\n    for k in range(3):\n"
    f"        {LOSS}\n        loss.backward()\n    optimizer.step()\n",
    "several losses": f"for i in range(5):\n    {LOSS}\n    loss.backward()\n"
    "    net(x).abs().mean().backward()\n    optimizer.step()\n",
    "no update": "w = torch.ones(2, requires_grad=True)\ny = (w * w).sum()\nfor i in range(5):\n"
    "    y.backward(retain_graph=True)\n",
    "a comprehension": "w = torch.ones(5, requires_grad=True)\ny = w * w\n"
    "rows = [torch.autograd.grad(each, w, retain_graph=True)[0] for each in y]\n",
    "a closure": "optimizer = torch.optim.LBFGS(net.parameters(), max_iter=3)\ndef closure():\n"
    f"    optimizer.zero_grad()\n    {LOSS}\n    loss.backward()\n    return loss\n"
    "for i in range(5):\n    optimizer.step(closure)\n",
    "two loops": f"for i in range(3):\n    {LOSS}\n    loss.backward()\n    optimizer.step()\n"
    "for i in range(2):\n    net(x).sum().backward()\n    optimizer.step()\n",
    "a loop in a function that is called twice": "def train(n):\n    for i in range(n):\n"
    f"        {LOSS}\n        loss.backward()\n        optimizer.step()\n"
    "for n in (3, 2):\n    train(n)\n",
}


@pytest.mark.parametrize("code", LOOPS.values(), ids=LOOPS)
def test_every_way_to_write_a_loop_has_five_iterations(asks, code):
    assert len(asks("iterations", code)) == 5


@pytest.mark.parametrize(("name", "count"), [
    ("gan", 3), ("maml", 2), ("lstm", 4), ("trainer", 8), ("policy", 3), ("vae", 4), ("gpt", 2),
])
def test_the_iterations_of_programs_as_people_write_them(asks, name, count):
    assert len(asks("iterations", program(name))) == count


@pytest.mark.parametrize("code", [
    f"{LOSS}\nloss.backward()\noptimizer.step()\n",
    "w = torch.ones(2, requires_grad=True)\nloss = (w * w).sum()\n"
    "loss.backward(retain_graph=True)\nloss.backward()\n",
    "w = torch.ones(2, dtype=torch.float64, requires_grad=True)\n"
    "torch.autograd.gradcheck(lambda w: w * w, (w,))\n",
    "for i in range(3):\n    x = x * 2\n",
])
def test_a_program_without_a_training_loop_has_no_iterations(asks, code):
    assert asks("iterations", code) == []


def test_an_iteration_begins_at_the_head_of_its_loop_and_ends_with_it(asks):
    found = asks("iterations", program("lstm"))
    assert [begins for begins, _ in found] == [["value", 40]] * 4
    assert found[0][1] == ["value", 40]  # the next batch
    assert found[1][1] == ["print", 52]  # the end of the epoch is in no iteration


def test_a_turn_of_a_gan_with_more_steps_of_one_net_is_the_inner_loop(asks):
    code = """other = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(3):
    for k in range(2):
        net(x).sum().backward()
        other.step()
    net(x).mean().backward()
    optimizer.step()
"""
    assert len(asks("iterations", code)) == 6


def test_the_loss_is_the_number_that_each_backward_began_at(asks):
    loss, norm = asks("curves", "w = torch.tensor(3., requires_grad=True)\n"
                      "for i in range(3):\n    loss = w * w\n    loss.backward()\n"
                      "    w.data -= 1\n    w.grad = None\n")
    assert (loss["kind"], loss["name"], loss["values"]) == ("loss", "loss", [9, 4, 1])
    assert (norm["kind"], norm["name"], norm["values"]) == ("norm", None, [6, 4, 2])
    assert loss["calls"] == norm["calls"] == [1, 2, 3]
    assert loss["marks"] == norm["marks"] == ["backward"] * 3


def test_the_norm_is_of_all_gradients_that_a_backward_added_to(asks):
    code = LOOPS["accumulation"]
    found = asks("curves", code + "print(*[p.grad for p in net.parameters()])\n")
    assert [curve["kind"] for curve in found] == ["loss", "norm"]
    one = "w, b = (torch.ones(n, requires_grad=True) for n in (2, 1))\n"
    (_, norm) = asks(
        "curves", one + "for i in range(2):\n    (3 * w.sum() + b).sum().backward()\n")
    assert norm["values"] == pytest.approx([math.sqrt(19), 2 * math.sqrt(19)])


def test_a_large_gradient_has_its_norm_from_its_statistics(asks):
    code = ("import torch\nw = torch.zeros(400, requires_grad=True)\n"
            "for i in range(2):\n    (w * torch.arange(400.)).sum().backward()\n"
            "    w.grad = None\n")
    (_, norm) = asks("curves", code)
    assert norm["values"] == pytest.approx([math.sqrt(sum(i * i for i in range(400)))] * 2)


def test_losses_of_several_lines_are_several_curves(asks):
    found = asks("curves", program("gan"))
    assert [curve["name"] for curve in found if curve["kind"] == "loss"] == [
        "error_real", "error_fake", "g_error"]


@pytest.mark.parametrize("code", [
    # One value is no curve, and a root of several numbers no loss.
    "w = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\n",
    "w = torch.ones(2, device='meta', requires_grad=True)\n"
    "for i in range(2):\n    (w * w).sum().backward()\n",
])
def test_nothing_is_told_of_what_was_not_recorded(asks, code):
    assert asks("curves", code) == []


def test_a_root_of_several_numbers_has_no_loss_but_gradients(asks):
    found = asks("curves", "w = torch.ones(2, requires_grad=True)\nfor i in range(2):\n"
                 "    (w * w).backward(torch.ones(2))\n")
    assert [curve["kind"] for curve in found] == ["norm"]


def test_a_loss_over_two_decades_is_drawn_by_its_logarithm(asks):
    code = "w = torch.tensor(1., requires_grad=True)\nfor i in range(3):\n"
    down = code + "    (w * w).backward()\n    w.data *= {}\n"
    assert [asks("curves", down.format(factor))[0]["isLog"] for factor in (0.1, 0.9)] == [
        True, False]
