"""The opening of a run: its first pass, before the rest of its document."""

import secrets
import threading
from pathlib import Path
from typing import Any

import orjson
import pytest

from server.config import Config
from server.export.page_renderer import Press
from server.sandbox import Sandbox
from server.sandbox.progress import Progress
from server.workers.tasks import Work, document

PEOPLE = Path(__file__).with_name("people")
GAN = (PEOPLE / "gan.py").read_text("utf-8").replace("range(3)", "range(40)", 1)
GPT = (PEOPLE / "gpt.py").read_text("utf-8").replace("in range(2)", "in range(5)")
LOOP = """import torch
w = torch.randn(16, 16, requires_grad=True)
for i in range({steps}):
    (w * w).sum().backward()
"""


@pytest.fixture(scope="module")
def sandbox():
    made = Sandbox(Config())
    yield made
    made.close()


def drawn(sandbox, code):
    """The opening of a run, or None, and its document."""
    raw = sandbox.record(code, 0, lambda raw: raw)
    sent = []
    asked = {"is_raw": True, "opens": True}
    (whole,) = document(Work(asked, raw.parts(), Config(), Press(), sent.append))
    return orjson.loads(sent[0]) if sent else None, orjson.loads(whole)


@pytest.mark.parametrize("code", [LOOP.format(steps=300), GAN, GPT], ids=["a loop", "gan", "gpt"])
def test_the_opening_is_the_first_pass_as_the_whole_document_has_it(sandbox, code):
    opening, whole = drawn(sandbox, code)
    assert opening is not None
    assert opening["passes"] == whole["passes"][:1]
    assert opening["layouts"] == whole["layouts"][:1]
    assert opening["events"] == whole["events"][: whole["passes"][0]["last"] + 1]
    for name in ("version", "engine", "snippet", "outcome"):
        assert opening[name] == whole[name]


@pytest.mark.parametrize("code", [
    LOOP.format(steps=2), LOOP.format(steps=300) + "1 / 0", LOOP.format(steps=300)[:-11],
], ids=["small", "failed", "without a backward"])  # fmt: skip
def test_other_runs_have_no_opening(sandbox, code):
    opening, whole = drawn(sandbox, code)
    assert opening is None and whole["events"]


def test_who_has_the_ticket_sees_the_opening_while_the_run_is_drawn(client):
    ticket = secrets.token_hex(16)
    found: list[Any] = []
    asked = {"code": LOOP.format(steps=300), "seed": 0, "ticket": ticket}
    run = threading.Thread(
        target=lambda: found.append(client.post("/api/v1/run", json=asked).get_json()))
    run.start()
    other = client.application.test_client()
    while other.get(f"/api/v1/runs/{ticket}").get_json()["phase"] == "unknown":
        pass
    opening = other.get(f"/api/v1/runs/{ticket}/opening")
    run.join()
    assert opening.status_code == 200
    assert opening.get_json()["passes"] == found[0]["passes"][:1]
    assert other.get(f"/api/v1/runs/{ticket}/opening").status_code == 204


def test_one_thread_at_a_time_waits_for_an_opening_and_none_for_a_client_that_is_gone():
    progress = Progress()
    waiting = threading.Thread(target=progress.opening, args=[lambda: False])
    waiting.start()
    while not progress._awaited.locked():
        pass
    assert progress.opening(lambda: False) is None
    progress.open(b"{}")
    waiting.join()
    assert progress.opening(lambda: False) == b"{}"
    assert Progress().opening(lambda: True) is None
