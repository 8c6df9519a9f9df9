"""Every kind of event, in every variant, has its sentence in both languages; goldens hold them."""

import json
import re
from pathlib import Path

import pytest

from tests.page.record_sentences import GOLDEN, told

SCHEMA = json.loads((Path(__file__).parents[1] / "web" / "run.schema.json").read_text("utf-8"))
KINDS = {
    each["properties"]["kind"]["const"] for each in SCHEMA["$defs"].values()
    if "const" in each.get("properties", {}).get("kind", {})
}  # fmt: skip
GOLDENS = json.loads(GOLDEN.read_text("utf-8"))
CHINESE = re.compile("[\u4e00-\u9fff]")

# What a sentence may depend on. Not here: more than this is said elsewhere (test_explained.py).
WANTED = {
    "backward": ["backward begins at 1", "backward begins at 2", "grad begins at 1",
                 "ends with 0 results", "ends with 1 results"],
    "enter": ["comprehension", "function", "lambda", "library"],
    "fail": ["NameError", "RuntimeError"],
    "flow": ["in numbers, 0 to wait for", "in numbers, 1 to wait for", "several to wait for",
             "in words, 0 to wait for", "in words, 1 to wait for"],
    "free": [None],
    "full": [None],
    "grad": ["accumulate first, in numbers", "accumulate first, in words",
             "accumulate, in numbers", "accumulate, in words", "retain_grad first, in numbers",
             "user, None", "user, in numbers", "user, in words", "write, in numbers",
             "write, in words",
             "zero_grad, None", "zero_grad, in numbers"],
    "hook": ["tensor changes, in numbers", "tensor changes, in words", "tensor looks, in words",
             "node_pre looks, in numbers", "node_post changes, in numbers",
             "post_accumulate looks, in numbers"],
    "leaf": ["leaf, numbers", "leaf, 2", "parameter, numbers", "tensor, numbers", "tensor, 2",
             "tensor, 3", "tensor, empty", "a gradient that is read"],
    "leave": ["raise", "return", "yield"],
    "mode": ["detach cuts", "detach shares", "grad_mode False", "grad_mode True",
             "requires_grad_ False", "requires_grad_ True"],
    "name": [None],
    "op": ["on the tape", "on the tape, saving", "not on the tape, mode is off",
           "not on the tape, nothing asks"],
    "optimizer": [None],
    "print": ["print", "value", "warning"],
    "value": ["bound", "unbound"],
    "run": ["in numbers, 0 came", "in numbers, 1 came", "in numbers, 2 came",
            "in numbers, several came", "in words, 1 came", "in words, 2 came"],
    "write": ["data, in numbers", "data, in words", "in place, in numbers", "in place, in words",
              "in place, through another, in numbers", "in place, through another, in words",
              "step, in numbers", "step, in words"],
}  # fmt: skip


@pytest.fixture(scope="module")
def sentences():
    return told()


def test_every_variant_is_said_as_recorded(sentences):
    assert sentences == GOLDENS


@pytest.mark.parametrize("kind", WANTED)
def test_a_kind_has_all_its_variants_in_the_table(kind):
    names = {kind if more is None else f"{kind}: {more}" for more in WANTED[kind]}
    assert names <= set(GOLDENS)


def test_no_kind_of_event_is_without_sentences():
    assert {name.partition(":")[0] for name in GOLDENS} == set(WANTED) == KINDS


@pytest.mark.parametrize("variant", GOLDENS)
def test_both_languages_say_the_same_numbers(variant):
    en, zh = (GOLDENS[variant][language] for language in ("en", "zh"))
    counts = {"one": "1", "two": "2", "three": "3", "both": "2"}
    spelled = re.sub(r"\b(one|two|three|both)\b", lambda word: counts[word[0]], en)
    figures = [sorted(re.findall(r"-?\d+(?:\.\d+)?", text)) for text in (spelled, zh)]
    if "Error" not in variant:
        assert figures[0] == figures[1]
    assert not CHINESE.search(en)
    assert CHINESE.search(zh) or variant == "fail: NameError"
