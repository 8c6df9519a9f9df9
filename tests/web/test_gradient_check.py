"""The numeric check of a node: the run is run again, as far as the node's op."""

from typing import Any

import pytest

from server.sandbox import protocol
from server.sandbox.untrusted_reader import Forged, Reader

HEAD = "import torch\nx = torch.tensor([0., 1., -2.], requires_grad=True)\n"
FUNCTION = HEAD + """\
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x)
        return x * x * scale
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return {}, None
y = Square.apply(x, 2.0)
y.sum().backward()
"""


@pytest.fixture
def checked(client):
    def ask(code, op, seed=3):
        """The check of the first node that an op of that name made."""
        run = client.post("/api/v1/run", json={"code": code, "seed": seed}).get_json()
        nodes = [e["node"]["id"] for e in run["events"]
                 if e["kind"] == "op" and e["op"] == op and e["node"]]
        asked = {"code": code, "seed": seed, "node": nodes[0]}
        answer = client.post("/api/v1/check-gradient", json=asked)
        assert answer.status_code == 200
        return answer.get_json()["check"]

    return ask


def test_a_right_function_of_the_program_has_the_slopes_of_its_forward(checked):
    told = checked(FUNCTION.format("g * 4 * x"), "Square")
    assert told["custom"] and told["refused"] is None and told["each"]
    assert told["operands"] == [
        {"slot": "x", "entries": 3, "tried": 3, "differing": 0, "kinks": 0}]


def test_a_wrong_one_is_told_with_both_numbers_of_each_slope(checked):
    told = checked(FUNCTION.format("g * 2 * x"), "Square")
    first, second = told["rows"]
    assert (first["index"], first["output"], first["reason"]) == ([2], 2, "other")
    assert first["analytic"] == -4.0 and first["numeric"] == pytest.approx(-8.0)
    assert second["analytic"] == 2.0 and second["numeric"] == pytest.approx(4.0)
    assert told["eps"] == 1e-6


def test_a_gradient_that_is_not_returned_is_told_as_missing(checked):
    told = checked(FUNCTION.format("None"), "Square")
    assert {row["reason"] for row in told["rows"]} == {"missing"}


def test_a_backward_that_raises_is_told_with_its_exception(checked):
    told = checked(FUNCTION.format("undefined"), "Square")
    assert told["refused"] == "backward" and "NameError" in told["message"]


@pytest.mark.parametrize(("line", "op", "reason"), [
    ("y = x.relu()", "relu", "kink"),
    ("y = (x + 0.5).round()", "round", "jump"),
    ("y = x.abs().sqrt()", "sqrt", "nonfinite"),
])
def test_why_slopes_differ_is_told_by_the_forward_around_the_entry(checked, line, op, reason):
    told = checked(HEAD + line, op)
    assert {row["reason"] for row in told["rows"]} == {reason}


def test_at_a_kink_the_slopes_of_either_side_are_told(checked):
    (row,) = checked(HEAD + "y = x.relu()", "relu")["rows"]
    assert (row["index"], row["analytic"]) == ([0], 0.0)
    assert (row["left"], row["right"]) == (0.0, pytest.approx(1.0))


@pytest.mark.parametrize(("line", "op"), [
    ("y = (x * 2).exp_()", "exp"),
    ("y = torch.nn.functional.cross_entropy(x[None], torch.tensor([1]))", "nll_loss"),
    ("y = torch.nn.functional.layer_norm(x, (3,))", "layer_norm"),
    ("w = torch.randn(40, 300, requires_grad=True)\ny = torch.ones(2, 40) @ w", "mm"),
    ("y = torch.cat([x, x * 2])", "cat"),
    ("y = torch.stack([x, x * x]).unbind(0)", "unbind"),
    ("q = x.reshape(1, 1, 3, 1)\n"
     "y = torch.nn.functional.scaled_dot_product_attention(q, q, q)", "flash_attention"),
    ("y = x.expand(4, 3)", "expand"),
])
def test_ops_of_the_table_agree_in_place_and_large_ones_too(checked, line, op):
    told = checked(HEAD + line, op)
    assert told["refused"] is None and told["rows"] == []
    assert told["rounding"] < 1e-4


def test_an_operand_that_was_written_before_is_the_one_that_the_op_read(checked):
    (row,) = checked(HEAD + "a = x[1] * 1\na.sub_(1)\ny = a.relu()", "relu")["rows"]
    assert row["reason"] == "kink"


def test_of_a_large_op_some_entries_are_tried_and_it_is_said_how_many(checked):
    code = HEAD + "w = torch.randn(40, 300, requires_grad=True)\ny = torch.ones(2, 40) @ w"
    told = checked(code, "mm")
    (operand,) = told["operands"]
    assert not told["each"] and operand["entries"] == 12_000 and 2 <= operand["tried"] <= 256


def test_complex_operands_are_not_checked(checked):
    told = checked(HEAD + "z = x.to(torch.complex64)\ny = z * 2", "mul")
    assert told["refused"] == "complex"


IN_PLACE = FUNCTION.replace("backward(x)\n", "backward(x); ctx.mark_dirty(x)\n")
IN_PLACE = IN_PLACE.replace("return x * x * scale", "return x.mul_(scale)").format("g * 2")
IN_PLACE = IN_PLACE.replace("Square.apply(x,", "Square.apply(x * 1,")
RANDOM = FUNCTION.replace("x * x * scale", "x * torch.rand(3)").format("g")
NARROW = FUNCTION.replace("x * x * scale", "(x * x * scale).float()").format("g")


@pytest.mark.parametrize(
    ("code", "reason"), [(RANDOM, "random"), (NARROW, "narrow"), (IN_PLACE, "in_place")])
def test_a_forward_that_draws_or_writes_or_stays_in_float32_says_so(checked, code, reason):
    assert checked(code, "Square")["refused"] == reason


def test_a_node_that_never_comes_is_told_as_none_with_the_reason_if_the_run_was_ended(client):
    def ask(code):
        asked = {"code": code, "seed": 1, "node": "n9"}
        return client.post("/api/v1/check-gradient", json=asked).get_json()

    assert ask("1 / 0\n") == {"check": None, "sentence": None}
    ended = ask("import torch\ntorch.ones(10**10)\n")
    assert ended["check"] is None


@pytest.mark.parametrize(("changed", "code"), [
    ({"seed": None}, "bad_seed"), ({"node": 3}, "bad_request"), ({"node": "t3"}, "bad_request"),
    ({"node": "n" + "9" * 10}, "bad_request"),
])
def test_what_is_no_node_is_refused(client, changed, code):
    asked = {"code": "1", "seed": 0, "node": "n1"} | changed
    answer = client.post("/api/v1/check-gradient", json=asked)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, code)


CHECK: dict[str, Any] = {
    "custom": True, "refused": None, "message": None, "each": True, "eps": 1e-6,
    "rounding": None, "operands": [], "rows": [],
}  # fmt: skip
ROW = {
    "slot": "x", "index": [0], "output": None, "analytic": 1.0, "numeric": "nan", "left": 0.0,
    "right": 0.0, "reason": "kink",
}  # fmt: skip


def read(body):
    reader = Reader(10, protocol.NodeCheck("n1"))
    return reader.body(protocol.SLICE, protocol.text_of(body))


def test_a_check_comes_through_as_it_was_sent():
    assert read(CHECK | {"rows": [ROW]}) == CHECK | {"rows": [ROW]}


@pytest.mark.parametrize("changed", [
    {"refused": "<b>"}, {"rows": [ROW] * 21}, {"rows": [ROW | {"reason": "x"}]}, {"eps": "1"},
    {"rows": [ROW | {"numeric": "1"}]}, {"more": 1}, {"operands": [{}]},
])
def test_what_is_no_check_is_refused(changed):
    with pytest.raises(Forged):
        read(CHECK | changed)
