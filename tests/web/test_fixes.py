"""Fixes are tried before they are offered: by the API, within the limits of runs."""

import pytest

from server.config import Config
from server.sandbox import Busy, RawRun, Sandbox
from server.sandbox.outcome import UNABLE
from server.web.app import close, create_app
from server.workers.client import Client
from server.workers.pool import Unable

START = """import torch
import torch.nn.functional as F
w = torch.eye(3, requires_grad=True)
"""
TWICE = START + """p = F.softmax(w, dim=1)
loss = F.cross_entropy(p, torch.arange(3))
loss.backward()
print(loss.item())
"""
FIXED = TWICE.replace("F.softmax(w, dim=1)", "w")


@pytest.fixture
def offered(client):
    """What is offered for the first finding of a kind in the run of a program."""

    def offered(code, kind="loss-misuse", seed=0):
        run = client.post("/api/v1/run", json={"code": code, "seed": seed}).get_json()
        found = next(each for each in run["findings"] if each["kind"] == kind)
        asked = {"code": code, "seed": seed, "finding": {"kind": kind, "at": found["at"]}}
        reply = client.post("/api/v1/fixes", json=asked)
        assert reply.status_code == 200
        return reply.get_json()["fixes"]

    return offered


def test_a_fix_that_works_is_offered_with_the_program_and_its_outcome(offered):
    (fix,) = offered(TWICE)
    assert fix["code"] == FIXED
    assert fix["sentence"] == {"en": "leave out the softmax", "zh": "去掉 softmax"}
    runs, loss, gradient, printed = fix["outcome"]["en"].split("; ")
    assert (runs, loss) == ("runs", "the last loss is 0.5514 instead of 0.8711")
    assert gradient == "the norm of w.grad is 0.2997 instead of 0.1506"
    assert printed.startswith("printed line changes: line 1 is “0.551")
    assert fix["outcome"]["zh"].startswith("能运行；最后的 loss 是 0.5514，而不是 0.8711；")


@pytest.mark.parametrize("line", [
    "assert p.max() < 1", "if p.max() >= 1: 1 / 0", "while p.max() >= 1: pass",
], ids=["an assertion", "an exception", "a loop without end"])
def test_a_fix_after_which_the_program_does_not_run_to_its_end_is_not_offered(line):
    app = create_app(Config(database="sqlite://", cpu_seconds=1))
    client = app.test_client()
    code = TWICE.replace("loss.backward()", f"p = p.detach().numpy()\n"
                         f"loss.backward()\n{line}")
    try:
        run = client.post("/api/v1/run", json={"code": code, "seed": 0}).get_json()
        assert run["outcome"]["kind"] == "finished", run["outcome"]
        (found,) = [each for each in run["findings"] if each["kind"] == "loss-misuse"]
        assert found["fixes"] != []
        asked = {"code": code, "seed": 0, "finding": {"kind": "loss-misuse", "at": found["at"]}}
        assert client.post("/api/v1/fixes", json=asked).get_json() == {"fixes": []}
    finally:
        close(app)


def test_random_numbers_begin_where_those_of_the_run_did(offered):
    code = TWICE.replace("torch.eye(3, requires_grad=True)",
                         "torch.randn(3, 3, requires_grad=True)\nprint(torch.rand(1).item())")
    (fix,) = offered(code, seed=7)
    assert "printed line changes: line 2 is" in fix["outcome"]["en"]


def test_of_a_finding_that_the_run_does_not_have_nothing_is_offered(client):
    asked = {"code": TWICE, "seed": 0, "finding": {"kind": "cut", "at": 3}}
    reply = client.post("/api/v1/fixes", json=asked)
    assert (reply.status_code, reply.get_json()) == (200, {"fixes": []})


@pytest.mark.parametrize("finding", [
    None, 3, {}, {"kind": "cut"}, {"kind": 1, "at": 1}, {"kind": "Cut", "at": 1},
    {"kind": "cut", "at": -1}, {"kind": "cut", "at": True}, {"kind": "cut", "at": 10**12},
])
def test_what_is_no_finding_is_refused(client, finding):
    reply = client.post("/api/v1/fixes", json={"code": "1", "seed": 0, "finding": finding})
    assert (reply.status_code, reply.get_json()["error"]["code"]) == (400, "bad_request")


def of_the_first_program(then):
    """Has `then` decide what comes of all programs but the first."""
    record = Sandbox.record
    ran: list[str] = []

    def recorded(self, code, seed, made, *more):
        ran.append(code)
        return then(made) if len(ran) > 1 else record(self, code, seed, made, *more)

    return recorded


def busy(_):
    raise Busy(7.0)


def unborn(made):
    return made(RawRun("", 0, True, "strong", "1", "died", None, UNABLE, None, 0.0, ()))


@pytest.mark.parametrize(("then", "status", "code", "seconds"), [
    (busy, 429, "busy", "7"), (unborn, 503, "not_started", "5"),
])  # fmt: skip
def test_a_fix_that_cannot_be_tried_now_is_asked_for_again_and_not_left_out(
    monkeypatch, then, status, code, seconds
):
    app = create_app(Config(database="sqlite://", run_rate="3 per hour", hosts=None))
    try:
        client = app.test_client()
        run = client.post("/api/v1/run", json={"code": TWICE, "seed": 0}).get_json()
        finding = {"kind": "loss-misuse", "at": run["findings"][0]["at"]}
        monkeypatch.setattr(Sandbox, "record", of_the_first_program(then))
        asked = {"code": TWICE, "seed": 0, "finding": finding}
        reply = client.post("/api/v1/fixes", json=asked)
        assert (reply.status_code, reply.get_json()["error"]["code"]) == (status, code)
        assert reply.headers["Retry-After"] == seconds
        monkeypatch.undo()
        # The program that was run before the first fix counts where the server only is busy.
        left = [client.post("/api/v1/run", json={"code": "x = 1"}).status_code for _ in range(2)]
        assert left == ([200, 429] if then is busy else [200, 200])
    finally:
        close(app)


def test_what_cannot_be_compared_now_is_asked_for_again(client, monkeypatch):
    def tried(*_):
        raise Unable("Not now.")

    run = client.post("/api/v1/run", json={"code": TWICE, "seed": 0}).get_json()
    finding = {"kind": "loss-misuse", "at": run["findings"][0]["at"]}
    monkeypatch.setattr(Client, "tried", tried)
    asked = {"code": TWICE, "seed": 0, "finding": finding}
    assert client.post("/api/v1/fixes", json=asked).status_code == 503


def test_a_request_counts_as_the_programs_that_it_ran():
    app = create_app(Config(database="sqlite://", run_rate="3 per minute", hosts=None))
    try:
        client = app.test_client()
        run = client.post("/api/v1/run", json={"code": TWICE, "seed": 0}).get_json()
        finding = {"kind": "loss-misuse", "at": run["findings"][0]["at"]}
        asked = {"code": TWICE, "seed": 0, "finding": finding}
        assert len(client.post("/api/v1/fixes", json=asked).get_json()["fixes"]) == 1
        assert client.post("/api/v1/fixes", json=asked).status_code == 429
    finally:
        close(app)
