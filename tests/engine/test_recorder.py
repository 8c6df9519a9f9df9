"""The tape: what the recorder writes down, and that listening changes nothing."""

import json

import numpy as np
import pytest

from autograd.frontend import import_hook
from autograd.recording.recorder import Recorder, record
from autograd.runtime.grad_mode import no_grad

import_hook.install()
import torch  # noqa: E402  which is our engine here


def taped(program) -> list[dict]:
    """The events of `program`, a function of the recorder."""
    with record() as recorder:
        program(recorder)
    return recorder.drain()


def of_kind(tape, kind):
    return [event for event in tape if event["kind"] == kind]


def numbers(value):
    return value and value["data"]


def accumulate_twice(recorder):
    x = torch.tensor([1.0, 1.0, 1.0], requires_grad=True)
    recorder.name("x", x, 1)
    y = x * 2
    seed = torch.tensor([0.1, 1.0, 10.0])
    y.backward(seed, retain_graph=True)
    y.backward(seed)
    x.grad.data.zero_()


def test_a_leafs_ledger_reads_before_added_after_and_the_reset():
    ledger = of_kind(taped(accumulate_twice), "grad")
    rows = [[numbers(row[part]) for part in ("before", "added", "after")] for row in ledger]
    assert rows == [
        [None, [0.2, 2.0, 20.0], [0.2, 2.0, 20.0]],
        [[0.2, 2.0, 20.0], [0.2, 2.0, 20.0], [0.4, 4.0, 40.0]],
        [[0.4, 4.0, 40.0], None, [0.0, 0.0, 0.0]],
    ]
    assert [row["by"] for row in ledger] == ["accumulate", "accumulate", "zero_grad"]
    assert [row["call"] for row in ledger] == [1, 2, None]


def calls_in_calls(recorder):
    x, y = (torch.tensor(1.0, requires_grad=True) for _ in "xy")
    z = x * x
    inner = y * 3
    z.register_hook(lambda grad: inner.backward(retain_graph=True))
    z.backward()
    try:
        z.backward()
    except RuntimeError:
        pass
    x.sin().grad_fn.next_functions[0][0](torch.tensor(1.0))


def test_a_gradient_is_of_the_call_that_is_under_way_and_by_hand_of_none():
    tape = taped(calls_in_calls)
    assert [row["call"] for row in of_kind(tape, "grad")] == [2, 1, 4, None]
    marks = [(row["phase"], row["call"]) for row in of_kind(tape, "backward")]
    assert marks[:4] == [("begin", 1), ("begin", 2), ("end", 2), ("end", 1)]
    begun = {row["call"]: row["within"] for row in of_kind(tape, "backward") if "within" in row}
    assert begun == {1: None, 2: 1, 3: None, 4: 3}


def test_buffers_are_freed_by_the_second_call_and_not_by_the_first():
    tape = taped(accumulate_twice)
    kinds = [event["kind"] for event in tape]
    assert kinds.count("free") == 1
    second = [i for i, e in enumerate(tape) if e["kind"] == "backward"][2]
    assert kinds.index("free") > second


def diamond(recorder):
    x = torch.tensor(2.0, requires_grad=True)
    y = x * 3
    (y * 2 + y * 5).backward()


def test_each_edge_carries_its_own_contribution_and_the_sum_forms_at_the_gate():
    tape = taped(diamond)
    middle = of_kind(tape, "op")[0]["node"]["id"]
    flows = [flow for flow in of_kind(tape, "flow") if flow["to"] == middle]
    assert [numbers(flow["value"]) for flow in flows] == [[5.0], [2.0]]
    assert [numbers(flow["sum"]) for flow in flows] == [[5.0], [7.0]]
    assert [(flow["arrived"], flow["needed"]) for flow in flows] == [(1, 2), (2, 2)]
    run = next(run for run in of_kind(tape, "run") if run["node"] == middle)
    assert [numbers(grad) for grad in run["grads"]] == [[7.0]]


def test_the_last_sum_into_a_node_is_what_it_runs_with():
    tape = taped(diamond)
    last = {flow["to"]: flow["sum"] for flow in of_kind(tape, "flow")}
    runs = {run["node"]: run["grads"][0] for run in of_kind(tape, "run")}
    assert {node: runs[node] for node in last} == last


def test_saved_tensors_are_told_by_name_identity_and_version():
    def program(recorder):
        x = torch.tensor(1.0, requires_grad=True)
        x.exp() * 3

    tape = taped(program)
    exp, mul = of_kind(tape, "op")
    assert exp["saved"] == [
        {"name": "result", "tensor": exp["outputs"][0]["tensor"], "version": 0, "bytes": 4}
    ]
    assert mul["saved"] == [{"name": "other", "number": 3}]


def test_a_write_is_told_of_every_tensor_that_shares_the_memory():
    def program(recorder):
        x = torch.zeros(3)
        recorder.name("x", x, 1)
        part = x[1:]
        part.add_(1)

    tape = taped(program)
    leaf, writes = of_kind(tape, "leaf")[0], of_kind(tape, "write")
    view = of_kind(tape, "op")[0]["outputs"][0]
    assert view["view_of"] == leaf["tensor"]
    assert {w["tensor"]: (numbers(w["value"]), w["via"]) for w in writes} == {
        leaf["tensor"]: ([0.0, 1.0, 1.0], view["tensor"]),
        view["tensor"]: ([1.0, 1.0], None),
    }


def test_no_grad_and_detach_are_told():
    def program(recorder):
        x = torch.tensor(1.0, requires_grad=True)
        recorder.name("x", x, 1)
        with no_grad():
            x * 2
        x.detach()

    tape = taped(program)
    assert [(e["what"], e.get("enabled")) for e in of_kind(tape, "mode")] == [
        ("grad_mode", False),
        ("grad_mode", True),
        ("detach", None),
    ]
    (untracked,) = of_kind(tape, "op")
    assert untracked["node"] is None and not untracked["grad_mode"]


def test_hooks_are_told_with_before_and_after():
    def program(recorder):
        x = torch.tensor(1.0, requires_grad=True)
        y = x * 2
        y.register_hook(lambda grad: grad * 10)
        y.backward()

    (hook,) = of_kind(taped(program), "hook")
    assert (hook["where"], numbers(hook["before"]), numbers(hook["after"])) == (
        "tensor",
        [1.0],
        [10.0],
    )


def test_ops_of_a_gradients_own_graph_say_whose_run_made_them():
    def program(recorder):
        x = torch.tensor(2.0, requires_grad=True)
        torch.autograd.grad(x**3, x, create_graph=True)

    tape = taped(program)
    first, *inner = of_kind(tape, "op")
    assert first["during"] is None
    assert {op["during"] for op in inner} == {first["node"]["id"]}
    (result,) = of_kind(tape, "backward")[-1]["results"]
    assert numbers(result["value"]) == [12.0]


def test_lines_are_those_of_the_snippet():
    source = "x = torch.ones(2, requires_grad=True)\n\ny = (\n    x * 2\n).sum()\ny.backward()\n"
    with record(Recorder(filename="<snippet>")) as recorder:
        exec(compile(source, "<snippet>", "exec"), {"torch": torch})
    tape = recorder.drain()
    assert [op["line"] for op in of_kind(tape, "op")] == [4, 5]
    assert {row["line"] for row in of_kind(tape, "grad")} == {6}


def test_an_error_points_at_its_node_and_line():
    source = "x = torch.ones(1, requires_grad=True)\ny = x * 2\ny.backward()\ny.backward()\n"
    with record() as recorder:
        try:
            exec(compile(source, "<snippet>", "exec"), {"torch": torch})
        except RuntimeError as error:
            recorder.failed(error)
    tape = recorder.drain()
    fail = tape[-1]
    assert fail["type"] == "RuntimeError" and fail["line"] == 4
    assert fail["blame"]["nodes"] == [of_kind(tape, "op")[0]["node"]["id"]]


def test_listening_changes_no_result_bit_for_bit():
    def program():
        rng = np.random.default_rng(0)
        x = torch.from_numpy(rng.standard_normal((5, 4)).astype(np.float32)).requires_grad_()
        w = torch.from_numpy(rng.standard_normal((4, 3)).astype(np.float32)).requires_grad_()
        loss = torch.softmax((x @ w).tanh(), 1).exp().mean()
        loss.backward()
        return [t._array.tobytes() for t in (loss, x.grad, w.grad)]

    silent = program()
    with record():
        assert program() == silent


def test_every_event_is_plain_json():
    for program in (accumulate_twice, diamond):
        tape = taped(program)
        assert json.loads(json.dumps(tape, allow_nan=False)) == tape


def test_the_first_sight_of_a_grad_says_whose_it_is():
    def update(recorder):
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        (w * w).sum().backward()
        with no_grad():
            w -= 0.1 * w.grad

    weight, gradient = of_kind(taped(update), "leaf")
    assert (weight["grad_of"], gradient["grad_of"]) == (None, weight["tensor"])


def test_a_write_through_a_view_is_told_with_what_it_does_to_both_histories():
    def write(recorder):
        x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
        y = x * 2
        top = y[:2]
        top.mul_(10)
        (y.sum() + top.sum()).backward()

    tape = taped(write)
    made = {op["node"]["id"]: op["node"]["name"] for op in of_kind(tape, "op")}
    assert {"CopySlices", "AsStridedBackward0"} <= set(made.values())
    [leaf] = of_kind(tape, "leaf")
    assert {run["node"] for run in of_kind(tape, "run")} <= {*made, leaf["accumulate"]}


def test_a_saved_result_that_was_written_is_blamed_by_its_own_id():
    def program(recorder):
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        y = x.exp()
        recorder.name("y", y, 1)
        y.add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace") as caught:
            y.sum().backward()
        recorder.failed(caught.value)

    tape = taped(program)
    [named] = of_kind(tape, "name")
    assert of_kind(tape, "fail")[0]["blame"]["tensors"] == [named["tensor"]]


def test_a_tensor_whose_data_was_replaced_is_told_of_in_its_new_memory():
    def program(recorder):
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        recorder.name("w", w, 1)
        w.data = torch.tensor([3.0, 4.0])
        with no_grad():
            w.mul_(2)

    tape = taped(program)
    [named] = of_kind(tape, "name")
    writes = [w for w in of_kind(tape, "write") if w["tensor"] == named["tensor"]]
    assert [numbers(write["value"]) for write in writes] == [[3.0, 4.0], [6.0, 8.0]]
