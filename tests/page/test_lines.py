"""The line that is lit is the line that the sentence speaks of, at every step of every stride."""

import re

import pytest

from server.examples import lessons

FUNCTIONS = """import torch
from torch import nn
def double(x):
    y = x * 2
    return y
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
    def forward(self, x):
        return double(self.fc(x))
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    loss = net(torch.ones(4, 3)).pow(2).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    optimizer.step()
    print(step)
"""

HOOKS = """import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 2 * grad * x
def clip(grad):
    return grad.clamp(-1, 1)
x = torch.tensor([1.0, 2.0], requires_grad=True)
x.register_hook(clip)
y = Square.apply(x)
grads = [torch.autograd.grad(part, x, retain_graph=True)[0]
         for part in y]
y.sum().backward()
with torch.no_grad():
    x -= 0.1 * x.grad
print(x)
"""

CLOSURE = """import torch
w = torch.tensor(3.0, requires_grad=True)
optimizer = torch.optim.LBFGS([w], max_iter=2)
def closure():
    optimizer.zero_grad()
    loss = (w - 1) ** 2
    loss.backward()
    return loss
optimizer.step(closure)
def numbers():
    for i in range(2):
        yield w * i
total = sum(numbers())
total.backward()
"""

PLAIN = """def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)
values = [fib(n) for n in range(4)]
for value in values:
    double = value * 2
print(values)
"""

PROGRAMS = {"functions": FUNCTIONS, "hooks": HOOKS, "closure": CLOSURE, "plain": PLAIN} | {
    lesson["id"]: lesson["code"] for lesson in lessons()
}

# What has a line of its own that a sentence may speak of; the rest happens around it.
TOLD = {"op", "leaf", "write", "grad", "print", "mode", "backward", "fail", "full"}


@pytest.fixture(scope="module")
def runs(document_of):
    """The run document of each program."""
    return {name: document_of(code) for name, code in PROGRAMS.items()}


def line_of_call(events, at):
    """The line that called the innermost backward which is under way at an event."""
    under = []
    for event in events[: at + 1]:
        if event["kind"] == "backward" and event["phase"] == "begin":
            under.append(event)
        elif event["kind"] == "backward" and under and event is not events[at]:
            under.pop()
    return under[-1]["line"] if under else None


def told_lines(events, step):
    """The lines of what happens in a step, as the tape has them."""
    lines = set()
    for i in range(step["from"], step["to"]):
        event = events[i]
        if event["kind"] in ("run", "flow", "hook", "free"):
            lines.add(line_of_call(events, i))
        elif event["kind"] in TOLD and event.get("during") is None:
            lines.add(event["line"])
    return lines - {None}


@pytest.mark.parametrize("stride", ["lesson", "event"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_all_that_a_step_tells_is_on_the_line_that_is_lit(name, stride, runs, page):
    run = runs[name]
    for step in page.ask("steps", run, stride=stride):
        told = told_lines(run["events"], step)
        assert told <= {step["line"]}, step
        assert step["lit"] == step["line"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_line_that_a_sentence_names_is_the_one_that_is_lit(name, runs, page):
    run = runs[name]
    for step in page.ask("steps", run):
        if run["events"][step["to"] - 1]["kind"] == "fail":
            continue  # it explains, and so names the lines that had a part in it
        named = re.findall(r"\bline (\d+)", step["en"]) + re.findall(r"第 (\d+) 行", step["zh"])
        assert {int(line) for line in named} <= {step["line"]}
        assert "in line" not in step["en"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_step_says_something_in_both_languages(name, runs, page):
    for stride in ("lesson", "event"):
        for step in page.ask("steps", runs[name], stride=stride):
            assert step["en"] and step["zh"]


def test_a_program_without_tensors_has_a_step_for_each_line_that_it_comes_to(runs, page):
    steps = page.ask("steps", runs["plain"])
    assert len(steps) > 10
    assert {step["line"] for step in steps} >= {1, 3, 4, 5, 6, 7, 8}
    assert any("double is 4" in step["en"] for step in steps)
    assert steps[-1]["en"].startswith("It prints: [0, 1, 1, 2]")


def test_a_closure_in_a_step_of_an_optimizer_has_steps_of_its_own(runs, page):
    said = [step["en"] for step in page.ask("steps", runs["closure"])]
    assert any(text.startswith("Backward 1 starts at loss") for text in said)
    assert any("moves w" in text for text in said)


def test_calls_of_the_library_are_one_step_each_and_say_what_they_did(runs, page):
    told = page.ask("steps", runs["functions"])
    text = "\n".join(f"{step['line']} {step['en']}" for step in told)
    assert re.search(r"^18 clip_grad_norm_ clips the total norm .* to 0\.5\.$", text, re.M)
    assert len(re.findall(r"^19 SGD moves", text, re.M)) == 2
    assert re.search(r"^16 loss = mean\(", text, re.M)
    assert re.search(r"^4 y = .* × 2\.0", text, re.M)
