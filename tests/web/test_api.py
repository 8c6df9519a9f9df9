"""The HTTP face: what is answered, and what is refused how."""

import json

import pytest

from server import examples
from server.document.run import from_json
from server.sandbox import Busy

PRODUCT = (
    "import torch\nx = torch.tensor(3.0, requires_grad=True)\n(x * x).backward()\nprint(x.grad)\n"
)


def ask(client, **body):
    return client.post("/api/run", json=body)


def refusal(reply):
    error = reply.get_json()["error"]
    assert reply.get_json() == {"error": error}
    assert error["sentence"].endswith(".") and error["sentence"][0].isupper()
    return reply.status_code, error["code"]


def test_a_snippet_is_answered_with_its_run_document(client, schema):
    reply = ask(client, code=PRODUCT, seed=7)
    assert reply.status_code == 200
    made = reply.get_json()
    schema.validate(made)
    run = from_json(made)
    assert run.outcome.kind == "finished"
    assert (run.snippet.code, run.snippet.seed, run.snippet.seeded) == (PRODUCT, 7, True)
    assert [e["text"] for e in run.events if e["kind"] == "print"] == ["tensor(6.)\n"]


def test_without_a_seed_one_is_drawn_and_told(client):
    for body in ({"code": PRODUCT}, {"code": PRODUCT, "seed": None}):
        snippet = ask(client, **body).get_json()["snippet"]
        assert snippet["seeded"] is False
        assert isinstance(snippet["seed"], int)


def test_a_run_that_fails_is_a_run(client, schema):
    made = ask(client, code=PRODUCT + "1 / 0\n", seed=0).get_json()
    schema.validate(made)
    assert made["outcome"]["kind"] == "failed"
    assert made["outcome"]["sentence"] == "Line 5: ZeroDivisionError: division by zero"
    assert made["events"][-1]["kind"] == "fail"
    assert len(made["passes"][0]["boxes"]) == 3


def test_code_that_is_no_python_is_a_run_that_fails_on_its_line(client, schema):
    made = ask(client, code="x = 1\ny = (\n", seed=0).get_json()
    schema.validate(made)
    assert made["outcome"]["kind"] == "failed"
    assert made["events"][-1]["type"] == "SyntaxError"
    assert made["events"][-1]["line"] == 2


@pytest.mark.parametrize("code", ["", "   \n\t\n", "\u3000"])
def test_code_of_nothing_is_refused(client, code):
    assert refusal(ask(client, code=code)) == (400, "empty")


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"code=1", b"[]", b'"x"', b"null", b"{}", b'{"code": 1}', b'{"code": null}',
        b'{"code": "\xff\xfe"}', "{'code': 'x'}".encode("utf-16"), b"[" * 100_000,
        b'{"code": "\\ud800"}', b'{"code": 1' + b"0" * 5000 + b"}",
    ],
)  # fmt: skip
def test_a_body_that_is_no_request_is_refused(client, body):
    reply = client.post("/api/run", data=body, content_type="application/json")
    assert refusal(reply) == (400, "bad_json")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
def test_a_body_that_does_not_say_that_it_is_json_is_refused(client, kind):
    reply = client.post("/api/run", data=json.dumps({"code": PRODUCT}), content_type=kind)
    assert refusal(reply) == (415, "bad_json")


@pytest.mark.parametrize("seed", ["1", 1.5, -1, True, [], 2**53])
def test_a_seed_that_is_none_is_refused(client, seed):
    assert refusal(ask(client, code=PRODUCT, seed=seed)) == (400, "bad_seed")


def test_code_of_64_kilobytes_runs_and_one_byte_more_is_refused(client):
    code = "# " + "界" * 21_844 + "\nx"
    code += "1" * (64 * 1024 - len(code.encode())) + ""
    assert len(code.encode()) == 64 * 1024
    assert ask(client, code=code).status_code == 200
    assert refusal(ask(client, code=code + "1")) == (413, "too_long")


def test_a_body_of_many_megabytes_is_refused_unread(client):
    body = b'{"code": "' + b"#" * 5_000_000 + b'"}'
    reply = client.post("/api/run", data=body, content_type="application/json")
    assert refusal(reply) == (413, "too_long")


def test_a_server_whose_places_are_taken_says_so(app, client, monkeypatch):
    def full(*request):
        raise Busy

    monkeypatch.setattr(app.extensions["jobs"].jobs.jobs.sandbox, "record", full)
    assert refusal(ask(client, code=PRODUCT)) == (429, "busy")


def test_lessons_are_listed_in_order_with_their_titles(client):
    listed = client.get("/api/examples").get_json()["examples"]
    assert [lesson["id"] for lesson in listed][:2] == ["accumulate", "mean"]
    assert len({lesson["id"] for lesson in listed}) == len(listed)
    assert listed == examples.index()


@pytest.mark.parametrize("lesson", examples.index(), ids=lambda lesson: lesson["id"])
def test_the_document_of_every_lesson_follows_the_schema(client, schema, lesson):
    made = ask(client, code=lesson["code"], seed=0).get_json()
    schema.validate(made)
    from_json(made)
    assert made["outcome"]["kind"] in ("finished", "failed")
    assert made["passes"][0]["boxes"]


def test_the_server_says_that_it_is_alive(client):
    reply = client.get("/healthz").get_json()
    assert reply["ok"] is True
    assert reply["fence"] in ("strong", "timed")


@pytest.mark.parametrize(
    ("method", "path", "answer"),
    [
        ("get", "/api/nothing", (404, "not_found")),
        ("get", "/api/run", (405, "bad_method")),
        ("delete", "/api/examples", (405, "bad_method")),
        ("post", "/healthz", (405, "bad_method")),
    ],
)
def test_what_the_api_does_not_know_it_refuses_in_json(client, method, path, answer):
    assert refusal(getattr(client, method)(path)) == answer


def test_a_mistake_of_the_server_is_told_in_json_without_its_insides(app, client, monkeypatch):
    monkeypatch.setattr(app.extensions["jobs"].jobs.jobs.sandbox, "record", lambda *_: 1 / 0)
    monkeypatch.setattr(app.logger, "disabled", True)
    reply = ask(client, code=PRODUCT)
    assert refusal(reply) == (500, "internal")
    assert b"ZeroDivision" not in reply.data
