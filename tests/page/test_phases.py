"""Phases: forward, backward, update and evaluation, told from the tape of programs as people write
them."""

from pathlib import Path

import pytest

PEOPLE = Path(__file__).parents[1] / "web" / "people"
START = "import torch\nfrom torch import nn\ntorch.manual_seed(0)\n"
NET = "net = nn.Linear(2, 1)\nx = torch.randn(3, 2)\n"
PARAMETER = "w = torch.ones(2, requires_grad=True)\n"


@pytest.fixture(scope="module")
def phases(document_of, page):
    """The names of a program's phases in order, without the stretches that are none."""

    def ask(code, **more):
        run = document_of(code if code.startswith("import") else START + code)
        assert run["outcome"]["kind"] == "finished", run["outcome"]
        return [name for name, _ in page.ask("phases", run, **more) if name is not None]

    return ask


UPDATES = {
    "an optimizer": (NET + "optimizer = torch.optim.Adam(net.parameters())\n",
                     "optimizer.step()\noptimizer.zero_grad()\n"),
    "a subtraction in place": (PARAMETER, "with torch.no_grad():\n    w -= 0.1 * w.grad\n"),
    "a subtraction of data": (PARAMETER, "w.data -= 0.1 * w.grad\n"),
    "a new leaf": (PARAMETER, "w = (w - 0.1 * w.grad).detach().requires_grad_()\n"),
    "a new leaf without a graph": (
        PARAMETER, "with torch.no_grad():\n    w = w - 0.1 * w.grad\nw.requires_grad_()\n"),
    "momentum": (PARAMETER + "v = torch.zeros(2)\n",
                 "v = 0.9 * v + w.grad\nwith torch.no_grad():\n    w -= 0.1 * v\n"),
    "a reset": (PARAMETER, "w.grad.zero_()\n"),
    "a clipped gradient": (PARAMETER, "nn.utils.clip_grad_norm_([w], 0.1)\n"),
    "a clipped weight": (PARAMETER, "w.data.clamp_(-0.5, 0.5)\n"),
    "a copy of weights": (
        PARAMETER + "mean = torch.zeros(2)\n",
        "with torch.no_grad():\n    mean.mul_(0.9).add_(w, alpha=0.1)\n"),
}


@pytest.mark.parametrize(("before", "update"), UPDATES.values(), ids=UPDATES)
def test_an_update_is_not_called_forward(phases, before, update):
    loss = "loss = (net(x) if 'net' in dir() else w * 2).sum()\nloss.backward()\n"
    assert phases(before + loss + update)[-1] == "update"
    assert phases(before + loss + update + loss)[-3:] == ["update", "forward", "backward 2"]


EVALUATIONS = {
    "a module": "with torch.no_grad():\n    print(net(x).mean())\n",
    "inference mode": "with torch.inference_mode():\n    net(x)\n",
    "arithmetic by hand": "with torch.no_grad():\n    loss = ((x @ net.weight.T) ** 2).mean()\n",
    "a function": "@torch.no_grad()\ndef accuracy():\n    return (net(x) > 0).float().mean()\n"
    "accuracy()\n",
}


@pytest.mark.parametrize("code", EVALUATIONS.values(), ids=EVALUATIONS)
def test_a_model_that_runs_without_gradients_is_evaluated(phases, code):
    assert phases(NET + code) == ["setup", "evaluation"]
    assert phases(NET + "net(x).sum().backward()\n" + code) == [
        "setup", "forward", "backward 1", "evaluation"]


@pytest.mark.parametrize("code", [
    "with torch.no_grad():\n    x = x / x.norm()\n",
    "with torch.no_grad():\n    net.weight.fill_(1.0)\n",
    "nn.init.ones_(net.weight)\n",
    "net = net.to(torch.float64)\n",
    "net.load_state_dict(net.state_dict())\n",
])
def test_what_comes_before_the_first_op_on_the_tape_is_setup(phases, code):
    assert phases(NET + code + "net(x.to(net.weight.dtype)).sum().backward()\n") == [
        "setup", "forward", "backward 1"]


def test_a_check_of_gradients_is_no_phase(document_of, page):
    run = document_of(START + "w = torch.ones(2, dtype=torch.float64, requires_grad=True)\n"
                      "torch.autograd.gradcheck(torch.exp, (w,))\n")
    assert [name for name, _ in page.ask("phases", run)] == [None]


def test_what_an_optimizers_closure_computes_is_no_update(phases):
    assert phases(NET + """optimizer = torch.optim.LBFGS(net.parameters(), max_iter=1)
def closure():
    optimizer.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    return loss
optimizer.step(closure)
""") == ["setup", "forward", "backward 1", "update"]


def test_a_print_after_a_backward_is_no_phase(document_of, page):
    run = document_of(START + PARAMETER + "(w * w).sum().backward()\nprint(w.grad)\n")
    assert page.ask("phases", run)[-1] == [None, 1]


def test_what_a_function_of_the_program_computes_is_forward(phases):
    assert phases("""class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        half = x + x * 0.5
        return half + x * 0.5
    @staticmethod
    def backward(ctx, grad):
        return grad * 2
w = torch.ones(2, requires_grad=True)
Double.apply(w).sum().backward()
""", stride="event") == ["setup", "forward", "backward 1"]


def test_a_program_without_autograd_has_no_phases(phases):
    assert phases("x = torch.ones(2)\nprint(x * 2)\n") == []


@pytest.mark.parametrize(("program", "told"), [
    ("gpt", ["setup", "forward", "backward 1", "update", "forward", "update", "backward 2",
             "update", "evaluation"]),
    ("policy", ["setup", "forward", "backward 1", "update", "forward", "update", "backward 2",
                "update", "forward", "update", "backward 3", "update"]),
    ("closures", ["setup", "forward", "backward 1", "update", "forward", "backward 2", "update"]),
])
def test_the_phases_of_programs_as_people_write_them(phases, program, told):
    assert phases((PEOPLE / f"{program}.py").read_text()) == told


def test_sampling_and_validation_are_evaluation(phases):
    assert phases((PEOPLE / "lstm.py").read_text())[-1] == "evaluation"
    assert phases((PEOPLE / "cnn.py").read_text()).count("evaluation") == 2
