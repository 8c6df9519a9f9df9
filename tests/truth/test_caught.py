"""The checker can fail: what is altered in a sentence or in a tape, it finds."""

import copy
import re
from collections import defaultdict

import pytest

from tests.sampling import by_day
from tests.truth.checker import check
from tests.truth.corpus import CASES, FIRST_FOUND, FOUND, LESSONS, MISTAKES
from tests.truth.page import copied
from tests.truth.reader import Reader
from tests.truth.table import ROWS
from tests.truth.tape import Tape
from tests.truth.written import check_written

PROGRAMS = {**CASES, **MISTAKES, **LESSONS, **FOUND}
# Of the programs with a finding one of each kind is read by day, all at night.
DAY = {name for name in PROGRAMS if name not in FOUND or name in FIRST_FOUND}
# So many sentences of a kind are altered, until one alteration of each field is found.
TRIED = 6
# What is said in a sentence of the checker's own, and no field of a run.
FREE = {"instead", "words", "by"}


@pytest.fixture(scope="module", params=by_day([DAY, set(PROGRAMS)], 2), ids=["day", "night"])
def runs(judge, request):
    """The programs' runs, with what the page says of them."""
    return {name: judge.run(code) for name, code in PROGRAMS.items() if name in request.param}


@pytest.fixture(scope="module")
def readings(runs):
    """The true sentences of all programs, by the row of the table that knows them."""
    found = defaultdict(dict)
    for name, (run, said) in runs.items():
        for reading in check(run, {**said, "event": said["event"][:80]}, name)[1]:
            found[reading.row].setdefault(reading.match.string, reading)
    return found


def altered(text):
    """Other things than a text says: one of its numbers changed, or a word."""
    for number in re.finditer(r"\d+(?:\.\d+)?", text):
        other = f"{float(number[0]) * 2 + 3:.4f}" if "." in number[0] else int(number[0]) + 3
        yield text[: number.start()] + str(other) + text[number.end() :]
    yield "[7.5]" if text in ("None", "nan", "inf") else "qqq"


def is_caught(reading, field):
    """Whether a sentence is found to be false once a field says something else."""
    match = reading.match
    begin, end = match.span(field)
    reader = Reader(reading.tape, reading.row.language)
    others = (match.string[:begin] + other + match.string[end:] for other in altered(match[field]))
    return any(is_wrong(reader, text, reading) for text in others)


def is_wrong(reader, text, reading):
    """Whether a sentence is found to be false; a field may say a number or a call of no run."""
    try:
        return reader.read(text, reading.first, reading.end, reading.finding).wrong is not None
    except (KeyError, ValueError):
        return True


def test_every_field_of_every_sentence_is_held_against_the_tape(readings):
    missed = []
    for row, some in readings.items():
        for field in set(row.patterns[0].groupindex) - FREE:
            tried = list(some.values())[:TRIED]
            if not any(is_caught(reading, field) for reading in tried):
                missed.append((row.template, field, tried[0].match.string))
    assert missed == [], "\n".join(map(str, missed))


def test_most_sentences_of_the_table_are_met(readings, runs):
    """What no program says is not tried here: the rest is met by the programs of the suite."""
    share = 0.6 if len(runs) == len(PROGRAMS) else 0.45
    known = {row.template for rows in ROWS.values() for row in rows}
    met = {row.template for row in readings}
    assert len(met) / len(known) > share, sorted(known - met)


def test_a_sentence_that_the_table_does_not_know_is_a_problem(runs):
    run, said = runs["tests/truth/cases/two_ways.py"]
    for language in ("en", "zh"):
        told = copy.deepcopy(said)
        told["lesson"][3][language] = "All shall be well!"
        assert any("does not know" in str(one) for one in check(run, told, "")[0])


def test_a_line_that_is_not_the_sentences_is_a_problem(runs):
    run, said = runs["tests/truth/cases/two_ways.py"]
    told = copy.deepcopy(said)
    told["lesson"][2]["line"] = 9
    assert any("lights line 9" in str(one) for one in check(run, told, "")[0])


def of_kind(run, kind, **more):
    """The events of a kind that have these fields."""
    return [event for event in run["events"] if event["kind"] == kind
            and all(event.get(key) == value for key, value in more.items())]


def double(value):
    """Make a value another one."""
    if value and "data" in value:
        value["data"] = [x * 2 + 1 if isinstance(x, int | float) else x for x in value["data"]]


def without(run, kind, **more):
    """Take the events of a kind off the tape, by making them something that happened nowhere."""
    for event in of_kind(run, kind, **more):
        event.clear()
        event.update(kind="name", tensor="t0", name="nowhere", frame=0, line=None)


CHANGES = {
    "the value of a leaf": lambda run: double(of_kind(run, "leaf")[0]["value"]),
    "the value of a result": lambda run: double(of_kind(run, "op")[0]["outputs"][0]["value"]),
    "what asks for a gradient": lambda run: of_kind(run, "leaf")[0].update(requires_grad=False),
    "the name of a node": lambda run: of_kind(run, "op")[0]["node"].update(name="AddBackward0"),
    "what a node saved": lambda run: of_kind(run, "op")[1].update(saved=[]),
    "whether an op is on the tape": lambda run: of_kind(run, "op")[0].update(node=None),
    "the name of a variable": lambda run: of_kind(run, "name")[1].update(name="other"),
    "a gradient that comes": lambda run: double(of_kind(run, "run")[0]["grads"][0]),
    "a gradient that goes": lambda run: double(of_kind(run, "flow")[0]["value"]),
    "where a gradient goes": lambda run: of_kind(run, "flow")[0].update(to="n0"),
    "how many are to come": lambda run: [e.update(needed=5) for e in of_kind(run, "flow")],
    "the seed": lambda run: double(of_kind(run, "backward")[0]["roots"][0]["seed"]),
    "the root": lambda run: of_kind(run, "backward")[0]["roots"][0].update(node="n0"),
    "a gradient that stays": lambda run: double(of_kind(run, "grad")[0]["after"]),
    "the gradients": lambda run: without(run, "grad"),
    "the runs": lambda run: without(run, "run"),
    "what is printed": lambda run: of_kind(run, "print")[0].update(text="something else\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_tape_on_which_something_else_happened_bears_the_sentences_out_no_more(
    judge, runs, change
):
    name = "tests/truth/cases/two_ways.py"
    run, said = runs[name]
    other = copy.deepcopy(run)
    CHANGES[change](other)
    assert judge.check(name, PROGRAMS[name])[0] == []
    assert check(other, said, "")[0] != []


OPTIONS, TIMES = (f"tests/truth/cases/formulas_{word}.py"
                  for word in ("with_options", "at_their_time"))
# Formulas that were once said, or could be, and do not give the numbers beside them.
FALSE_FORMULAS = [
    (OPTIONS, "sum([0.0, 0.0, 1.5032] × p, dim=0)", "sum([0.0, 0.0, 1.5032], dim=0) × p"),
    (OPTIONS, "sum([[0.0, 1.0], [0.0, 0.0]] × [[0.3775, 0.6225], [0.5, 0.5]], dim=1, keepdim=True)",
     "sum([[0.0, 1.0], [0.0, 0.0]] × [[0.3775, 0.6225], [0.5, 0.5]], dim=1)"),
    (OPTIONS, "ln(sum(exp(m), dim=1)) =", "ln(sum(exp(m))) ="),
    (OPTIONS, "(x < 2) < (x > 1)", "x < 2 < (x > 1)"),
    (OPTIONS, "[-0.7 ≤ half ≤ 0.7]", "[-0.7 < half < 0.7]"),
    (OPTIONS, "small + 44", "small + 45"),
    (OPTIONS, "small^9", "small^8"),
    (OPTIONS, "[9.22e18] + 1", "[9.22e18] / 2"),
    (OPTIONS, "yes + yes = [True, False]", "yes × yes = [True, True]"),
    (OPTIONS, ".to(float16)", ".to(int8)"),
    (OPTIONS, "[second half]", "[first half]"),
    (OPTIONS, "kthvalue([[1.0, 3.0], [2.0, 2.0]], 1, dim=0)",
     "kthvalue([[1.0, 3.0], [2.0, 2.0]], 2, dim=0)"),
    (OPTIONS, "[...,0] + i ×", "[...,1] + i ×"),
    (OPTIONS, "copysign(x × 1.0, -0.0)", "copysign(x × 1.0, 0.0)"),
    (OPTIONS, "keeps inf", "keeps 1.0"),
    (TIMES, "(1 - h₂²)", "(1 - h²)"),
    (TIMES, "× sin(g)", "× sin(x)"),
    (TIMES, "z.grad + [1.0, 1.0] =", "x.grad + [1.0, 1.0] ="),
]


@pytest.mark.parametrize("formula", by_day(FALSE_FORMULAS, 3))
def test_a_formula_that_gives_other_numbers_is_a_problem(judge, runs, formula):
    name, true, false = formula
    run, said = runs[name]
    told = copy.deepcopy(said)
    changed = [step for step in told["lesson"] if true in step["en"]]
    for step in changed:
        step["en"] = step["en"].replace(true, false)
    assert changed != []
    assert judge.check(name, PROGRAMS[name])[0] == []
    assert check(run, told, "")[0] != []


OFTEN_FALSE = {
    "no gradient reaches": ("tests/truth/cases/layers_in_a_plain_list.py",
                            lambda run: of_kind(run, "write", by="step")[0].update(by="data")),
    "grad mode is off": ("server/examples/20_two_layers.py",
                         lambda run: without(run, "mode", what="grad_mode")),
    "a cut": ("mistake: a root behind detach()", lambda run: without(run, "mode", what="detach")),
    "a saved version": ("mistake: a saved result changed in place",
                        lambda run: without(run, "write")),
    "a freed graph": ("mistake: backward a second time", lambda run: without(run, "free")),
    "a batch with grad mode off": (
        "tests/truth/cases/gradients_that_stop.py",
        lambda run: [e.update(during=None) for e in of_kind(run, "op", grad_mode=False)]),
    "a node that sends nothing": (
        "tests/truth/cases/gradients_that_stop.py",
        lambda run: [e.update(grads=[None]) for e in of_kind(run, "run")]),
    "a result that is written in place": (
        "tests/truth/cases/gradients_that_stop.py",
        lambda run: [e["outputs"][0].update(requires_grad=False)
                     for e in of_kind(run, "op", op="add", grad_mode=False)]),
    "a block around a call": (
        "tests/truth/cases/gradients_that_stop.py",
        lambda run: without(run, "mode", what="grad_mode", line=29)),
    "an old gradient": ("tests/truth/cases/gradients_never_emptied.py",
                        lambda run: without(run, "write", by="step")),
}


WITHIN, LATER, OUTSIDE = (f"tests/truth/cases/{name}.py" for name in
                 ("lines_within_a_backward", "names_that_come_later", "written_from_outside"))
OF_LINES = {
    "the line of an op in a hook": (WITHIN, lambda run: of_kind(run, "op", line=16)[0].update(
        line=15)),
    "the line of a write": (WITHIN, lambda run: of_kind(run, "write", by="exp_")[0].update(
        line=8)),
    "the name after a call": (WITHIN, lambda run: of_kind(run, "name", name="net.0.bias")[0].update(
        name="module.0.bias")),
    "how a call ended": (WITHIN, lambda run: of_kind(run, "leave")[-1].update(how="yield")),
    "a blank line": (WITHIN, lambda run: of_kind(run, "print")[-1].update(text="one\n")),
    "the name in an object": (LATER, lambda run: of_kind(run, "name", name="self.x")[0].update(
        name="self.z")),
    "an unsigned integer": (LATER, lambda run: of_kind(run, "leaf", line=16)[0]["value"].update(
        data=[3.5])),
    "what numpy wrote": (
        OUTSIDE,
        lambda run: of_kind(run, "write", by="outside")[0]["value"].update(data=[8.0, 0.0, 0.0])),
    "who wrote": (OUTSIDE, lambda run: of_kind(run, "write", by="outside")[0].update(by="mul_")),
    "who wrote a saved tensor": (OUTSIDE, lambda run: of_kind(run, "write", line=15)[0].update(
        by="mul_")),
    "a write after which it was noticed": (
        OUTSIDE, lambda run: of_kind(run, "write", line=15)[0].update(line=14)),
    "a complex update": (LATER, lambda run: of_kind(run, "write", by="step")[-1]["value"].update(
        data=[[0.0, 9.0]] * 7)),
}


@pytest.mark.parametrize("kind", [*OFTEN_FALSE, *OF_LINES])
def test_a_sentence_needs_the_events_that_bear_it_out(judge, runs, kind):
    name, change = {**OFTEN_FALSE, **OF_LINES}[kind]
    run, said = runs[name]
    other = copy.deepcopy(run)
    change(other)
    assert len(check(other, said, "")[0]) > len(judge.check(name, PROGRAMS[name])[0])


def test_a_wrong_number_in_an_equation_of_the_inspector_is_caught(judge):
    name = "server/examples/19_linear_regression.py"
    run, said = judge.run(LESSONS[name])
    right = check_written(Tape(copied(run)), said["written"])
    wrong = [one | {"numbers": one["numbers"].replace("\\cdot", "+").replace("\\odot", "-")}
             for one in said["written"] if one["numbers"]]
    assert right == []
    assert len(check_written(Tape(copied(run)), wrong)) > 5
