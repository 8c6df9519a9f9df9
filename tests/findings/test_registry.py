"""All diagnoses together: their order, and what happens where one of them fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from server.document.finding import Finding
from server.findings import registry
from server.findings.diagnosis import Diagnosis, both
from server.findings.reading import Reading

WORDS = both(("title", "what", "why", "change"), ("题", "事", "因", "改"))


def found_at(at: int) -> Diagnosis:
    """A diagnosis that finds one thing at an event."""
    finding = Finding("kind", "note", at, None, (), (), (), (), WORDS)
    return Diagnosis("kind", lambda reading: iter([finding]))


def broken(reading: Reading) -> Iterator[Finding]:
    yield Finding("broken", "note", 0, None, (), (), (), (), WORDS)
    raise KeyError("tensor")


def test_findings_come_in_the_order_of_their_events(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "DIAGNOSES", (found_at(2), found_at(1)))
    assert [each.at for each in registry.findings("", [])] == [1, 2]


def test_a_diagnosis_that_fails_is_logged_and_costs_no_other_finding(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(registry, "DIAGNOSES", (Diagnosis("broken", broken), found_at(1)))
    monkeypatch.setattr(registry, "LOG", logging.getLogger("of this test"))
    assert [each.kind for each in registry.findings("", [])] == ["kind"]
    assert "The diagnosis broken failed." in caplog.text


def test_in_the_tests_a_diagnosis_that_fails_fails_aloud(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "DIAGNOSES", (Diagnosis("broken", broken),))
    with pytest.raises(KeyError):
        registry.findings("", [])
