"""Questions to a class: what the run says, what counts as right, and how answers add up."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.classroom import questions
from server.classroom.errors import Refused
from server.classroom.questions import is_right, question_of, tally, understood


def value(data, shape=(), dtype="float32"):
    return {"shape": list(shape), "dtype": dtype, "data": data}


EVENTS = [
    {"kind": "leaf", "tensor": "t0", "value": value([1.0, 2.0, 3.0, 4.0], (2, 2))},
    {"kind": "op", "outputs": [{"tensor": "t1", "value": value([10.0])}]},
    {"kind": "grad", "tensor": "t0", "after": value([0.5, -1.0, "nan", "inf"], (2, 2))},
    {"kind": "write", "tensor": "t0", "value": value([9.0, 2.0, 3.0, 4.0], (2, 2))},
    {"kind": "grad", "tensor": "t0", "after": None},
    {"kind": "leaf", "tensor": "big", "value": {"shape": [300], "dtype": "float32", "stats": {}}},
    {"kind": "leaf", "tensor": "flag", "value": value([True], dtype="bool")},
    {"kind": "leaf", "tensor": "z", "value": value([[1.0, 2.0]], dtype="complex64")},
]


def ask(at=len(EVENTS), of="value", tensor="t1", entry=None, kind="number", **more):
    subject = {"of": of, "tensor": tensor, "entry": entry}
    return question_of({"kind": kind, "at": at, "subject": subject} | more, EVENTS, 0.0)


def refused(**asked):
    with pytest.raises(Refused) as caught:
        ask(**asked)
    assert caught.value.sentence.endswith(".")
    return caught.value.code


@pytest.mark.parametrize(
    ("at", "of", "entry", "truth"),
    [
        (1, "value", [0, 0], 1.0), (1, "value", [1, 1], 4.0), (4, "value", [0, 0], 9.0),
        (3, "grad", [0, 1], -1.0), (3, "grad", [1, 0], "nan"), (4, "ledger", [1, 1], "inf"),
    ],
)  # fmt: skip
def test_the_truth_is_what_the_run_says_at_that_step(at, of, entry, truth):
    assert ask(at, of, "t0", entry).truth == truth


def test_the_truth_is_found_where_the_tape_says_that_a_value_is_the_same_as_an_earlier_one():
    seed = value([float(i) for i in range(20)], (20,)) | {"id": 3}
    events = [
        {"kind": "backward", "phase": "begin", "roots": [{"tensor": "t1", "seed": seed}]},
        {"kind": "grad", "tensor": "t0", "after": {"same": 3, "shape": [20], "dtype": "float32"}},
    ]
    asked = {"kind": "number", "at": 2, "subject": {"of": "grad", "tensor": "t0", "entry": [7]}}
    assert question_of(asked, events, 0.0).truth == 7.0


def test_the_truth_of_a_shape_is_known_also_of_a_tensor_too_large_to_be_written_out():
    assert ask(tensor="big", kind="shape").truth == [300]
    assert ask(kind="shape").truth == []


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "essay"}, {"at": -1}, {"at": 9}, {"at": 1.5}, {"at": True}, {"of": "colour"},
        {"tensor": 3}, {"tensor": "t9"}, {"tensor": "t1", "at": 1}, {"tensor": "t0"},
        {"tensor": "t0", "entry": [2, 0]}, {"tensor": "t0", "entry": [0]},
        {"tensor": "t0", "entry": "00"}, {"tensor": "t0", "entry": [-1, 0]},
        {"of": "grad", "tensor": "t0", "entry": [0, 0]}, {"of": "grad"},
        {"tensor": "big", "entry": [0]}, {"tensor": "flag"}, {"tensor": "z"},
        {"text": "x" * 301}, {"text": 1}, {"tolerance": -1}, {"tolerance": math.nan},
        {"tolerance": "1"}, {"kind": "yesno"}, {"kind": "yesno", "truth": 1},
        {"kind": "shape", "choices": [[1], [2]]}, {"kind": "shape", "choices": [[]]},
        {"kind": "shape", "choices": [[]] * 9}, {"kind": "shape", "choices": "12"},
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_a_sentence(asked):
    assert refused(**asked) == "bad_question"


def test_a_question_for_yes_or_no_may_hide_nothing():
    asked = {"kind": "yesno", "at": 0, "truth": True, "text": "Will it fail?"}
    question = question_of(asked, EVENTS, 0.0)
    assert (question.subject, question.truth) == (None, True)
    assert is_right(question, understood(question, True))
    assert not is_right(question, understood(question, False))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (10, 10), (10.0, 10), ("10", 10), (" 1e1 ", 10), ("−3.5", -3.5), ("NaN", "nan"),
        ("-inf", "-inf"), ("infinity", "inf"), (math.inf, "inf"), (-0.0, 0), (1e300, 1e300),
    ],
)  # fmt: skip
def test_a_number_is_understood_as_people_type_it(typed, kept):
    assert understood(ask(), typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "ten", "0,5", "1 000", True, None, [1], {}, 10**400, "1" * 41]
)
def test_what_is_no_number_is_refused(typed):
    with pytest.raises(Refused) as caught:
        understood(ask(), typed)
    assert caught.value.code == "bad_answer"


@pytest.mark.parametrize("typed", ["[3]", [-1], [1.0], [True], 3, None, [0] * 17])
def test_what_is_no_shape_is_refused(typed):
    with pytest.raises(Refused):
        understood(ask(kind="shape"), typed)


@pytest.mark.parametrize(
    ("answer", "right"), [(10, True), (10.09, True), (9.91, True), (10.11, False), (-10, False),
                          ("nan", False), ("inf", False)],
)  # fmt: skip
def test_an_answer_is_right_within_one_in_a_hundred(answer, right):
    assert is_right(ask(), answer) is right


def test_only_nan_is_right_where_the_truth_is_nan():
    question = ask(3, "grad", "t0", [1, 0])
    assert is_right(question, "nan")
    assert not any(is_right(question, answer) for answer in (0, 1, "inf", "-inf"))


def test_only_infinity_of_the_right_sign_is_right_where_the_truth_is_infinite():
    question = ask(3, "grad", "t0", [1, 1])
    assert is_right(question, "inf")
    assert not any(is_right(question, answer) for answer in (1e300, "-inf", "nan"))


def test_a_shape_is_right_when_each_of_its_sizes_is():
    question = ask(tensor="t0", kind="shape", choices=[[2, 2], [4]])
    assert is_right(question, understood(question, [2, 2]))
    assert not is_right(question, understood(question, [4]))


def test_answers_that_agree_to_three_digits_share_a_bar():
    counted = tally(ask(), [10, 10.001, 3, 3.001, 3.0004, "nan"])
    assert counted == {
        "answered": 6,
        "right": 2,
        "bars": [
            {"value": 3, "count": 3, "right": False},
            {"value": 10, "count": 2, "right": True},
            {"value": "nan", "count": 1, "right": False},
        ],
        "others": 0,
    }


answers = st.one_of(
    st.integers(-50, 50), st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["nan", "inf", "-inf"]),
)  # fmt: skip


@given(st.lists(answers))
def test_every_answer_is_in_one_bar_or_among_the_others(given_answers):
    question = ask()
    kept = [understood(question, answer) for answer in given_answers]
    counted = tally(question, kept)
    assert counted["answered"] == len(kept)
    assert sum(bar["count"] for bar in counted["bars"]) + counted["others"] == len(kept)
    assert counted["right"] == sum(is_right(question, answer) for answer in kept)
    assert len(counted["bars"]) <= questions.MOST_BARS
    assert [bar["count"] for bar in counted["bars"]] == sorted(
        (bar["count"] for bar in counted["bars"]), reverse=True
    )


@given(answers, st.floats(0, 1))
def test_the_truth_itself_is_always_right(truth, tolerance):
    events = [{"kind": "leaf", "tensor": "t", "value": value([truth])}]
    asked = {"kind": "number", "at": 1, "subject": {"of": "value", "tensor": "t"}}
    question = question_of(asked | {"tolerance": tolerance}, events, 0.0)
    assert is_right(question, understood(question, truth))
