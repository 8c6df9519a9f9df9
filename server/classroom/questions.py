"""Questions to a class: the truth computed from a run, to which answers are compared."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from server.classroom.errors import Refused

KINDS = ("number", "shape", "yesno")
SUBJECTS = ("value", "grad", "ledger")
MOST_TEXT = 300
MOST_ID = 200
MOST_CHOICES = 8
MOST_DIMENSIONS = 16
MOST_SIZE = 2**53 - 1
TOLERANCE = 0.01
# A zero of floating point is seldom exactly zero.
NEAR_ENOUGH = 1e-6
MOST_BARS = 12
# JSON has no numbers for these.
BEYOND = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


@dataclass(frozen=True, slots=True)
class Subject:
    """What is hidden: a tensor's value, its `.grad` or its ledger, or one entry of these."""

    of: str
    tensor: str
    entry: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Question:
    """What a teacher asks about a run; `truth` is read off the run, not sent before the reveal.

    `words`, `name` and `step` are for the results: the sentence that the teacher's page shows, how
    it calls the tensor, and the number of the step.
    """

    number: int
    kind: str
    subject: Subject | None
    at: int
    text: str | None
    choices: tuple[tuple[int, ...], ...] | None
    tolerance: float
    truth: Any
    phase: str
    asked: float
    words: str | None = None
    name: str | None = None
    step: int | None = None


def question_of(found: Mapping[str, Any], events: list[dict[str, Any]], now: float) -> Question:
    """The question in a request's body about a run of these events; number 0, since not asked yet.

    Raises Refused with `bad_question`.
    """
    kind = found.get("kind")
    if kind not in KINDS:
        raise wrong("A question asks for a number, a shape, or yes or no.")
    at: Any = found.get("at")
    if not is_whole(at) or not 0 <= at <= len(events):
        raise wrong(f"A question is about a step of this run: 0 to {len(events)}.")
    text = found.get("text")
    if text is not None and (not isinstance(text, str) or len(text) > MOST_TEXT):
        raise wrong(f"The words of a question are a text of at most {MOST_TEXT} characters.")
    tolerance = found.get("tolerance", TOLERANCE)
    if not is_number(tolerance) or not 0 <= tolerance <= 1:
        raise wrong("A tolerance is a number from 0 (exactly) to 1.")
    subject = subject_of(found.get("subject"), optional=kind == "yesno")
    truth: Any = found.get("truth")
    if subject is not None and kind != "yesno":
        truth = truth_of(kind, subject, events[:at])
    if kind == "yesno" and not isinstance(truth, bool):
        raise wrong("A question for yes or no needs its truth: true or false.")
    choices = choices_of(found.get("choices"), truth) if kind == "shape" else None
    return Question(
        0, kind, subject, at, text or None, choices, tolerance, truth, "open", now,
        *wording_of(found),
    )  # fmt: skip


def wording_of(found: Mapping[str, Any]) -> tuple[str | None, str | None, int | None]:
    """How the page words a question, for its results; what is no wording counts as left out."""
    words, name = found.get("words"), found.get("name")
    step: Any = found.get("step")
    return (
        words if isinstance(words, str) and len(words) <= MOST_TEXT else None,
        name if isinstance(name, str) and len(name) <= MOST_ID else None,
        step if is_whole(step) and 0 <= step <= MOST_SIZE else None,
    )


def subject_of(found: Any, optional: bool) -> Subject | None:
    """What a question hides; Refused for what hides nothing."""
    if found is None and optional:
        return None
    if not isinstance(found, dict) or found.get("of") not in SUBJECTS:
        raise wrong("A question hides a tensor's value, its grad, or its ledger.")
    tensor, entry = found.get("tensor"), found.get("entry")
    if not isinstance(tensor, str) or len(tensor) > MOST_ID:
        raise wrong("A question names the tensor that it is about.")
    if entry is not None and not is_shape(entry):
        raise wrong("An entry is a list of whole numbers, one for each dimension.")
    return Subject(found["of"], tensor, None if entry is None else tuple(entry))


def choices_of(found: Any, truth: list[int]) -> tuple[tuple[int, ...], ...] | None:
    """The shapes to pick from; the true one must be among them."""
    if found is None:
        return None
    if not isinstance(found, list) or not all(map(is_shape, found)):
        raise wrong("The choices are shapes: lists of whole numbers.")
    if not 2 <= len(found) <= MOST_CHOICES:
        raise wrong(f"There are 2 to {MOST_CHOICES} shapes to choose from.")
    if truth not in found:
        raise wrong("The true shape is not among the choices, so nobody could be right.")
    return tuple(map(tuple, found))


def truth_of(kind: str, subject: Subject, events: list[dict[str, Any]]) -> Any:
    """What the run says after these events: a number (or its word, as "nan"), or a shape."""
    of = value_of if subject.of == "value" else grad_of
    value = first_told(of(subject.tensor, events), events)
    if value is None:
        what = "value" if subject.of == "value" else "gradient"
        raise wrong(f"At that step {subject.tensor} has no {what}, so there is nothing to ask.")
    return list(value["shape"]) if kind == "shape" else number_in(value, subject.entry)


def first_told(value: dict[str, Any] | None, events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """A value as the tape told it first, where it says now only that it is the same."""
    if value is None or "same" not in value:
        return value
    stack: list[Any] = [*events]
    while stack:
        found = stack.pop()
        if isinstance(found, dict):
            if found.get("id") == value["same"] and "shape" in found:
                return found
            stack += found.values()
        elif isinstance(found, list) and found and isinstance(found[0], (dict, list)):
            stack += found
    return value


def value_of(tensor: str, events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The latest value of a tensor, as the run document writes it."""
    for event in reversed(events):
        if event["kind"] in ("leaf", "write") and event["tensor"] == tensor:
            return event["value"]
        if event["kind"] == "op":
            for output in event["outputs"]:
                if output["tensor"] == tensor:
                    return output["value"]
    return None


def grad_of(tensor: str, events: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The latest `.grad` of a tensor."""
    for event in reversed(events):
        if event["kind"] == "grad" and event["tensor"] == tensor:
            return event["after"]
    return None


def number_in(value: dict[str, Any], entry: tuple[int, ...] | None) -> float | str:
    """One entry of a value; Refused when it has no such entry, or was too large to be recorded."""
    shape, data = value["shape"], value.get("data")
    if data is None:
        raise wrong("This tensor is too large: the run keeps a picture of it, not its entries.")
    if entry is None:
        if len(data) != 1:
            raise wrong(f"The tensor has {len(data)} entries: say which one is asked for.")
        entry = (0,) * len(shape)
    if len(entry) != len(shape) or any(i >= size for i, size in zip(entry, shape, strict=True)):
        raise wrong(f"A tensor of shape {shape} has no entry {list(entry)}.")
    index = 0
    for i, size in zip(entry, shape, strict=True):
        index = index * size + i
    number = data[index]
    if isinstance(number, (bool, list)):
        raise wrong("Only numbers can be asked for, and this entry is a truth value or complex.")
    return number


def understood(question: Question, value: Any) -> Any:
    """An answer in the form in which it is kept; Refused with `bad_answer`."""
    if question.kind == "yesno":
        if not isinstance(value, bool):
            raise Refused("bad_answer", what="The answer to this question is yes or no.")
        return value
    if question.kind == "shape":
        if not is_shape(value):
            raise Refused("bad_answer", what="A shape is a list of whole numbers, as [2, 3].")
        return list(value)
    return number_answered(value)


def number_answered(value: Any) -> float | str:
    number = value
    if isinstance(value, str) and len(value) <= 40:
        word = value.strip().lower().replace("−", "-")
        try:
            number = float(word)
        except ValueError:
            number = None
    if not is_number(number):
        raise Refused(
            "bad_answer", what="The answer is a number, such as 0.5 or -3, or the word nan or inf."
        )
    number = float(number)
    if math.isnan(number):
        return "nan"
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return int(number) if number.is_integer() and abs(number) <= MOST_SIZE else number


def is_right(question: Question, value: Any) -> bool:
    """Whether an answer, as `understood` gave it, agrees with the truth."""
    if question.kind != "number":
        return value == question.truth
    truth, number = plain(question.truth), plain(value)
    if math.isnan(truth) or math.isnan(number):
        return math.isnan(truth) and math.isnan(number)
    if math.isinf(truth) or math.isinf(number):
        return truth == number
    return abs(number - truth) <= max(question.tolerance * abs(truth), NEAR_ENOUGH)


def tally(question: Question, values: Iterable[Any]) -> dict[str, Any]:
    """How many answered what: answers that agree to three digits share a bar, at most twelve."""
    bars: Counter[tuple[str, bool]] = Counter()
    # Right and wrong answers never share a bar, however near they are to each other.
    shown: dict[tuple[str, bool], Any] = {}
    right = 0
    for value in values:
        is_so = is_right(question, value)
        right += is_so
        label = rounded(value)
        key = (str(label), is_so)
        shown.setdefault(key, label)
        bars[key] += 1
    ranked = sorted(bars.items(), key=lambda bar: (-bar[1], bar[0]))
    return {
        "answered": bars.total(),
        "right": right,
        "bars": [
            {"value": shown[key], "count": count, "right": key[1]}
            for key, count in ranked[:MOST_BARS]
        ],
        "others": sum(count for _, count in ranked[MOST_BARS:]),
    }


def rounded(value: Any) -> Any:
    """An answer as its bar shows it."""
    if isinstance(value, (bool, str, list)):
        return value
    short = float(f"{value:.3g}")
    return int(short) if short.is_integer() and abs(short) <= MOST_SIZE else short


def plain(number: float | str) -> float:
    return BEYOND[number] if isinstance(number, str) else float(number)


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """Whether it is a number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, float) or abs(value) < 10**300


def is_shape(value: Any) -> bool:
    if not isinstance(value, list) or len(value) > MOST_DIMENSIONS:
        return False
    return all(is_whole(size) and 0 <= size <= MOST_SIZE for size in value)


def wrong(what: str) -> Refused:
    return Refused("bad_question", what=what)
