"""The recorder emits what optimizers hold, and which optimizer a call acts on."""

import pytest

from autograd.frontend import import_hook
from autograd.recording.recorder import record
from server.sandbox.event_schema import is_event

import_hook.install()
START = """import torch
w = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor(0.5, requires_grad=True)
"""


def events(code):
    """The events of a program, each of its exact form."""
    with record() as recorder:
        exec(compile(START + code, "<snippet>", "exec"), {"__name__": "__main__"})
        found = recorder.drain()
    assert all(map(is_event, found))
    return found


def held(code):
    """The groups in the events of optimizers: number, first, parameters and rates, line."""
    return [
        (event["optimizer"], event["first"],
         [(group["params"], group["lr"]) for group in event["groups"]], event["line"])
        for event in events(code) if event["kind"] == "optimizer"
    ]


def calls(code):
    """The calls of the library: name, optimizer, rates."""
    return [(event["name"], event.get("optimizer"), event.get("rates"))
            for event in events(code) if event["kind"] == "enter"]


def test_an_optimizer_holds_its_parameters_which_are_leaves():
    found = events("torch.optim.Adam([w, b], lr=0.25)\n")
    assert [event["kind"] for event in found] == ["leaf", "leaf", "optimizer"]
    assert found[-1] == {
        "kind": "optimizer", "optimizer": 1, "name": "Adam", "first": 0,
        "groups": [{"params": ["t0", "t1"], "lr": 0.25}], "line": 4,
    }


def test_groups_have_rates_of_their_own():
    groups = "[{'params': [w]}, {'params': [b], 'lr': torch.tensor(0.1)}]"
    code = f"o = torch.optim.SGD({groups}, lr=1)\n"
    assert held(code) == [(1, 0, [(["t0"], 1.0), (["t1"], 0.1)], 4)]


def test_an_added_group_comes_after_the_others():
    code = "o = torch.optim.SGD([w], lr=0.5)\no.add_param_group({'params': b, 'lr': 0.1})\n"
    assert held(code)[1] == (1, 1, [(["t1"], 0.1)], 5)


def test_a_group_that_the_program_changes_is_told_at_the_next_call():
    code = "o = torch.optim.SGD([w], lr=0.5)\no.param_groups[0]['params'] = [b]\no.step()\n"
    assert held(code)[1] == (1, 0, [(["t1"], 0.5)], 6)


def test_what_is_in_groups_may_be_anything():
    code = "o = torch.optim.SGD([w], lr=0.5)\no.param_groups[0]['lr'] = 'x'\n"
    code += "o.param_groups.append(3)\ntry:\n    o.zero_grad()\nexcept TypeError:\n    pass\n"
    assert held(code) == [(1, 0, [(["t0"], 0.5)], 4)]


def test_an_optimizer_without_parameters_raises_as_before():
    with pytest.raises(ValueError, match="optimizer got an empty parameter list"):
        events("torch.optim.SGD([])\n")


def test_two_optimizers_have_numbers_by_which_their_calls_are_known():
    code = "a = torch.optim.SGD([w])\nc = torch.optim.Adam([b])\nb.sum().backward()\n"
    code += "c.step()\nc.zero_grad()\na.step()\n"
    assert calls(code) == [("Adam.step", 2, None), ("Adam.zero_grad", 2, None),
                           ("SGD.step", 1, None)]


def test_a_step_tells_rates_that_have_changed():
    code = "o = torch.optim.SGD([w], lr=0.5)\ns = torch.optim.lr_scheduler.StepLR(o, 2, 0.5)\n"
    code += "for _ in range(3):\n    w.sum().backward()\n    o.step()\n    s.step()\n"
    assert calls(code) == [("SGD.step", 1, None), ("SGD.step", 1, None), ("SGD.step", 1, [0.25])]


def test_a_step_without_gradients_is_told_though_nothing_happens_in_it():
    assert calls("o = torch.optim.SGD([w])\no.zero_grad()\no.step()\n") == [("SGD.step", 1, None)]


def test_unscaling_names_the_optimizer():
    code = "o = torch.optim.SGD([w])\ns = torch.amp.GradScaler('cpu')\n"
    code += "s.scale(w.sum()).backward()\ns.unscale_(o)\ns.step(o)\n"
    assert calls(code) == [("GradScaler.unscale_", 1, None), ("SGD.step", 1, None)]


def test_a_step_of_the_programs_own_names_its_optimizer():
    code = """class Own(torch.optim.Optimizer):
    @torch.no_grad()
    def step(self):
        self.param_groups[0]['params'][0].mul_(2)
        self.helper()
    def helper(self):
        b.mul_(2)
o = Own([w], {'lr': 0.1})
o.step()
"""
    assert calls(code) == [("Own.step", 1, None), ("Own.helper", None, None)]


def test_no_event_keeps_a_parameter_alive():
    code = "import weakref\no = torch.optim.SGD([w])\nr = weakref.ref(w)\ndel w, o\n"
    code += "assert r() is None\n"
    assert events(code)[-1]["kind"] == "optimizer"
