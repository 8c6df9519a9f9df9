"""Which fixes work, and what is said of what they change, over facts and tapes made by hand."""

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from server.document.finding import Bilingual, Edit, Finding, Fix, Words
from server.findings import facts, trial
from server.findings.facts import Brief, Facts, Gradient, Shown

CODE = "a = 1\nb = 2\nc = a + b\n"
FOUND = Brief("cut", "mistake", 3, ("w",))
BEFORE = Facts(CODE, "finished", 0, False, (FOUND,), None, (), (), "")
AFTER = replace(BEFORE, code="a = 1\nx = 0\nb = 2\nc = a + b\n", findings=())


def shown(text: str | None, norm: str | None = None) -> Shown:
    return Shown(text, norm, f"{text} {norm}")


def of_each(**shown: Shown) -> tuple[Gradient, ...]:
    return tuple(Gradient((name,), each, False) for name, each in shown.items())


def said(**after: Any) -> str | None:
    """What is said in English of a fix whose run is `AFTER` but for some fields."""
    told = trial.outcome(BEFORE, replace(AFTER, **after), FOUND)
    return None if told is None else told.en


def test_a_fix_that_ends_the_finding_is_said_in_both_languages():
    told = trial.outcome(BEFORE, AFTER, FOUND)
    assert told == trial.Tried("runs", "能运行")


@pytest.mark.parametrize("after", [
    {"ended": "failed"}, {"ended": "stopped", "status": None}, {"status": 3}, {"is_full": True},
], ids=["fails", "is stopped", "exits with a status", "is longer than the tape"])
def test_a_fix_whose_run_does_not_come_to_its_end_is_not_offered(after: dict[str, Any]):
    assert said(**after) is None


@pytest.mark.parametrize(("found", "is_gone"), [
    (Brief("cut", "mistake", 4, ()), False),  # the line has moved down by the edit
    (Brief("cut", "note", 3, ()), True),
    (Brief("cut", "note", 1, ("w", "v")), False),
    (Brief("cut", "note", 1, ("v",)), True),
], ids=["at its line", "at another line", "about its name", "about another name, and a note"])
def test_a_finding_is_gone_if_none_of_its_kind_is_about_its_names_or_its_line(
    found: Brief, is_gone: bool
):
    before = replace(BEFORE, findings=(FOUND, replace(found, names=("v",), line=1)))
    told = trial.outcome(before, replace(AFTER, findings=(found,)), FOUND)
    assert (told is not None) == is_gone


def test_another_finding_of_the_kind_about_the_same_names_may_stay_where_it_was():
    other = replace(FOUND, line=1)
    before = replace(BEFORE, findings=(other, FOUND))
    assert trial.outcome(before, replace(AFTER, findings=(other,)), FOUND) is not None
    assert trial.outcome(before, replace(AFTER, findings=(replace(other, line=4),)), FOUND) is None


def test_a_fix_that_brings_a_finding_above_a_note_is_not_offered():
    assert said(findings=(Brief("exploding", "smell", 4, ()),)) is None
    assert said(findings=(Brief("exploding", "note", 4, ()),)) == "runs"


def test_findings_that_were_there_before_may_stay_but_not_become_worse():
    other = Brief("vanishing", "smell", 2, ("v",))
    before = replace(BEFORE, findings=(FOUND, other))
    stays = replace(AFTER, findings=(replace(other, line=3),))
    worse = replace(AFTER, findings=(replace(other, line=3, severity="mistake"),))
    assert trial.outcome(before, stays, FOUND) is not None
    assert trial.outcome(before, worse, FOUND) is None


def test_a_run_that_failed_before_runs_to_its_end():
    before = replace(BEFORE, ended="failed", status=1, printed=("1",), digest="one")
    told = trial.outcome(before, replace(AFTER, printed=("1", "2"), digest="two"), FOUND)
    assert told == trial.Tried("runs to its end; it prints “2”", "能运行到结束；多输出 “2”")


@pytest.mark.parametrize(("old", "new", "words"), [
    (shown("2.0"), shown("4.0"), "w.grad is 4.0 instead of 2.0"),
    (shown("None"), shown(None, "3.1"), "w.grad is of norm 3.1 instead of None"),
    (shown(None, "2.5"), shown(None, "3.1"), "the norm of w.grad is 3.1 instead of 2.5"),
    (shown("[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]", "9.5"), shown("[0.0]", "0.0"),
     "the norm of w.grad is 0.0 instead of 9.5"),
], ids=["small", "none before", "large", "one of them long"])
def test_a_changed_gradient_is_said_by_its_entries_or_its_norm(old: Shown, new: Shown, words: str):
    before = replace(BEFORE, gradients=of_each(w=old, v=old))
    told = trial.outcome(before, replace(AFTER, gradients=of_each(w=new, v=old)), FOUND)
    assert told is not None
    assert told.en == f"runs; {words}"


def test_a_gradient_is_found_again_by_any_name_of_its_tensor():
    before = replace(BEFORE, gradients=of_each(w=shown("1.0")))
    after = replace(AFTER, gradients=(Gradient(("p", "w"), shown("2.0"), False),))
    told = trial.outcome(before, after, FOUND)
    assert told is not None
    assert told.en == "runs; w.grad is 2.0 instead of 1.0"


def test_of_a_gradient_that_is_emptied_the_last_before_that_is_said():
    before = replace(BEFORE, gradients=of_each(w=shown("1.0")))
    after = replace(AFTER, gradients=(Gradient(("w",), shown("2.0"), True),))
    told = trial.outcome(before, after, FOUND)
    assert told is not None
    assert told.en == "runs; the last w.grad is 2.0 instead of 1.0"


def test_of_many_changed_gradients_three_are_said():
    before = replace(BEFORE, gradients=of_each(**dict.fromkeys("abcde", shown("1.0"))))
    after = replace(AFTER, gradients=of_each(**dict.fromkeys("abcdef", shown("2.0"))))
    told = trial.outcome(before, after, FOUND)
    assert told is not None
    assert told.en.endswith("c.grad is 2.0 instead of 1.0; 2 more gradients change")
    assert told.zh.endswith("c.grad 是 2.0，而不是 1.0；另有 2 个梯度不同")


@pytest.mark.parametrize(("old", "new", "words"), [
    (("a", "b"), ("a", "b"), "it prints the same"),
    (("a", "b"), ("a", "c"), "printed line changes: line 2 is “c” instead of “b”"),
    (("a", "b"), ("x", "y"), "printed lines change: line 1 is “x” instead of “a”, and 1 more"),
    (("a", "b"), ("a",), "it no longer prints “b”"),
    ((), ("x" * 50,), f"it prints “{'x' * 39}…”"),
], ids=["none", "one", "all", "fewer", "a long one"])
def test_the_first_printed_line_that_changes_is_quoted(
    old: tuple[str, ...], new: tuple[str, ...], words: str
):
    before = replace(BEFORE, printed=old, digest="".join(old))
    told = trial.outcome(before, replace(AFTER, printed=new, digest="".join(new)), FOUND)
    assert told is not None
    assert told.en == f"runs; {words}"


def value(data: list[float], **more: Any) -> dict[str, Any]:
    return {"shape": [len(data)], "dtype": "float32", "data": data, **more}


STATS = {"min": 1.0, "max": 1.0, "mean": 1.0, "std": 0.0, "zeros": 0, "nans": 0, "infs": 0}
EVENTS: list[dict[str, Any]] = [
    {"kind": "leaf", "tensor": f"t{i}", "value": value([1.0, 2.0]), "requires_grad": True,
     "accumulate": None, "parameter": False, "grad_of": None, "line": 1} for i in range(3)
] + [
    {"kind": "name", "tensor": f"t{i % 3}", "name": name, "frame": 0, "line": 1}
    for i, name in enumerate("xvuw")
] + [
    {"kind": "grad", "tensor": "t0", "after": value([1.0, 2.0], id=4), "by": "accumulate",
     "call": 1, "line": 2},
    {"kind": "grad", "tensor": "t0", "after": {"same": 4, "shape": [2], "dtype": "float32"},
     "by": "accumulate", "call": 1, "line": 3},
    {"kind": "grad", "tensor": "t1", "after": {"shape": [300], "dtype": "float32", "stats": STATS},
     "by": "accumulate", "call": 1, "line": 3},
    {"kind": "grad", "tensor": "t0", "after": None, "by": "zero_grad", "call": None, "line": 3},
    {"kind": "print", "text": "a ", "how": "print", "line": 4},
    {"kind": "print", "text": "b\n", "how": "print", "line": 4},
    {"kind": "print", "text": "UserWarning", "how": "warning", "line": 4},
    {"kind": "print", "text": "3", "how": "value", "line": 5},
]  # fmt: skip


def test_what_a_run_did_is_read_from_its_tape_and_survives_json():
    found = facts.facts_of("", EVENTS, "finished", 0, ())
    told = [(each.names, each.shown.text, each.shown.norm, each.is_emptied)
            for each in found.gradients]
    assert told == [(("w", "x"), "[1.0, 2.0]", "2.236", True), (("v",), None, "17.32", False),
                    (("u",), "None", None, False)]
    assert found.printed == ("a b", "3")
    assert facts.from_json(json.loads(json.dumps(asdict(found)))) == found


def test_candidates_are_the_programs_that_parse_and_are_others():
    here, word = (1, 0, 1, 1), Words("", "", "", "")
    fixes = [Fix(text, text, (Edit(*here, text),)) for text in ("x", "x", "a", "(")]
    fixes.append(Fix("no such line", "", (Edit(9, 0, 9, 0, "x"),)))
    finding = Finding("cut", "mistake", 0, 1, (), (), (), (), Bilingual(word, word), tuple(fixes))
    assert trial.candidates("a = 1", finding) == [trial.Candidate("x", "x", "x = 1")]
