"""Every function takes and refuses the dtypes that torch does, but for what is written down.

`golden/dtype_differences.json` is the honest list: how many of all cases differ, by expression;
`python -m tests.engine.record dtypes` writes it anew. Here one case in forty is compared.
"""

import json
from pathlib import Path

from autograd.frontend import import_hook
from tests.engine.dtype_cases import agree, answer, cases
from tests.engine.oracle import ask

import_hook.install()
import torch  # noqa: E402  which is our engine here

GOLDEN = Path(__file__).parents[1] / "golden" / "dtype_differences.json"
KNOWN = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}


def differing(drawn) -> list:
    """The cases whose answers differ from torch's."""
    theirs = ask("dtypes", drawn)
    return [
        case for case, their in zip(drawn, theirs, strict=True)
        if not agree(answer(torch, case), their)
    ]


def test_expressions_that_are_not_listed_answer_as_torch_for_every_dtype():
    found = differing(list(cases())[::40])
    assert [case for case in found if case[0] not in KNOWN] == []


def test_few_of_all_cases_differ():
    assert KNOWN["all differing"] < KNOWN["all cases"] / 100
