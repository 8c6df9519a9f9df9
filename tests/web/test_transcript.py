"""Pasted console sessions: the rules that the page's transcript.ts follows too."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.sandbox.console_paste import code_of

CASES = json.loads((Path(__file__).parents[1] / "golden/transcripts.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_pasted_text_becomes_its_code(case):
    assert code_of(case["pasted"]) == case["code"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_code_stands_on_the_lines_where_it_was_pasted(case):
    pasted, code = (case[key].splitlines() for key in ("pasted", "code"))
    assert all(line in pasted[number] for number, line in enumerate(code))


@given(st.text(alphabet=st.sampled_from(list(">. x\n\r#=1In[]Out:")), max_size=60))
def test_taking_prompts_away_never_changes_the_number_of_lines(text):
    ends = [char for char in text if char in "\r\n"]
    assert [char for char in code_of(text) if char in "\r\n"] == ends
