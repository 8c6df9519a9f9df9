"""Errors and surprises are explained: the right words, at the right place, and the change works."""

import re
from pathlib import Path

import pytest

from server.findings.missing_grad.causes import why_none
from server.findings.reading import Reading
from server.findings.registry import DIAGNOSES
from tests.engine import oracle
from tests.web.explained import ERRORS, START, SURPRISES

FINDINGS = Path(__file__).parents[2] / "static/src/findings"
CASES = {**ERRORS, **SURPRISES}


def named(run, ids):
    """Nodes by torch's names, tensors by the program's."""
    nodes = {e["node"]["id"]: e["node"]["name"] for e in run["events"] if e.get("node")
             and e["kind"] == "op"}
    names = {}
    for event in run["events"]:
        if event["kind"] == "name":
            names.setdefault(event["tensor"], event["name"])
    return [nodes.get(each) or names.get(each) for each in ids]


def explained(page, run, case):
    """The finding of the case's id."""
    found = [each for each in page.ask("findings", run) if each["kind"] == case.id]
    assert found, [each["kind"] for each in page.ask("findings", run)]
    return found[0]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_went_wrong_is_explained_where_it_is(page, document_of, case):
    document = document_of(case.broken)
    found = explained(page, document, case)
    assert found["line"] == case.line
    assert sorted(found["lines"]) == sorted(case.lines)
    if case.cause is not None:
        reading = Reading(case.broken, document["events"])
        cause = why_none(reading, found["tensors"][0], found["at"])
        assert cause is not None and cause.kind == case.cause
    assert named(document, found["nodes"]) == list(case.nodes)
    for name in case.tensors:
        assert name in named(document, found["tensors"])


@pytest.mark.parametrize("case", ERRORS.values(), ids=ERRORS)
def test_an_error_keeps_torchs_own_words(page, document_of, case):
    document = document_of(case.broken)
    fail = document["events"][-1]
    assert explained(page, document, case)["torch"] == f"{fail['type']}: {fail['message']}"
    assert explained(page, document, case)["at"] == len(document["events"]) - 1


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_change_that_is_suggested_works(page, document_of, case):
    document = document_of(case.fixed)
    assert document["outcome"]["kind"] == "finished"
    ids = [each["kind"] for each in page.ask("findings", document)]
    assert case.id not in ids


def test_real_torch_ends_each_program_with_the_same_words_and_runs_it_once_it_is_changed(
    page, document_of
):
    broken = oracle.ask("endings", [case.broken for case in CASES.values()])
    fixed = oracle.ask("endings", [case.fixed for case in CASES.values()])
    told = {name: explained(page, document_of(case.broken), case)["torch"]
            for name, case in CASES.items()}
    # Of what it cannot read Python says where, which the page says in words of its own.
    broken = [ending.removesuffix(" (<case>, line 1)") if ending else None for ending in broken]
    assert dict(zip(CASES, broken, strict=True)) == told
    assert set(fixed) == {None}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_happened_why_and_what_to_change_is_said_in_both_languages(page, document_of, case):
    found = explained(page, document_of(case.broken), case)
    for language, ends in (("en", ".?"), ("zh", "。？")):
        words = found[language]
        assert set(words) == {"title", "what", "why", "change"}
        for part in ("what", "why", "change"):
            assert words[part][-1] in ends, words[part]
        assert not re.search("undefined|null|NaN of|\\[object", " ".join(words.values()))
    assert not re.search("[一-鿿]", " ".join(found["en"].values()))
    assert not re.search("[一-鿿][,:;!?]", " ".join(found["zh"].values()))


QUIET = """\
import torch
torch.manual_seed(0)
x = torch.randn(8, 3)
y = torch.randn(8, 1)
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
optimizer = torch.optim.Adam(net.parameters())
for step in range(3):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
print(loss.item())
"""


def test_a_sound_program_is_left_in_peace(page, document_of):
    assert [each["kind"] for each in page.ask("findings", document_of(QUIET))] == []


MASKED = """\
import torch
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
later = torch.ones(2, 2).triu(1).bool()
column = x.masked_fill(later, float("-inf"))[:, 1:]
weights = torch.softmax(x.masked_fill(later, float("-inf")), dim=1)
other = torch.softmax(x + torch.full((2, 2), float("-inf")).triu(1), dim=1)
(weights[1] * other[1]).sum().backward()
"""


def test_a_mask_of_infinities_is_no_finding(page, document_of):
    assert [each["kind"] for each in page.ask("findings", document_of(MASKED))] == []


@pytest.mark.parametrize(("code", "title"), [
    ("y = x * 1e38 * 10", "An infinity is born here: 1e+38 × 10"),
    ("y = (x - x) / 0", "A NaN is born here: 0 / 0"),
    ("y = (x - 5).log().sum()", "A NaN is born here: log(-4)"),
    ("y = (x.sum() - 3).sqrt()\ny.backward()",
     "An infinity is born in the backward: 1 / (2 × sqrt(0))"),
])  # fmt: skip
def test_infinities_and_nans_are_told_apart(page, document_of, code, title):
    found = next(each for each in page.ask("findings", document_of(START + code))
                 if each["kind"] == "nonfinite")  # fmt: skip
    assert found["en"]["title"] == title


BESIDE = """\
import torch
x = torch.tensor([0.5, 1.0], requires_grad=True)
sum(torch.sigmoid(x * k) for k in range(6)).sum().backward()
"""
AROUND = """\
import torch
x = torch.tensor([0.5, 1.0], requires_grad=True)
h = x
for i in range(6):
    h = h + torch.sigmoid(h)
h.sum().backward()
"""


@pytest.mark.parametrize("code", [BESIDE, AROUND], ids=["beside", "around"])
def test_a_gradient_that_has_a_way_around_does_not_vanish(page, document_of, code):
    ids = [each["kind"] for each in page.ask("findings", document_of(code))]
    assert "vanishing" not in ids


FOLLOWED = """\
import copy
import torch
from torch import nn
net = nn.Linear(1, 1)
slow, target = copy.deepcopy(net), nn.Linear(1, 1)
target.load_state_dict(net.state_dict())
with torch.no_grad():
    wanted = target(torch.ones(1, 1))
(net(torch.ones(1, 1)) - wanted).sum().backward()
with torch.no_grad():
    for mine, other in zip(slow.parameters(), net.parameters()):
        mine.mul_(0.9).add_(other, alpha=0.1)
"""
TIED = """\
import torch
from torch import nn
class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(2, 2, bias=False)
        self.two = nn.Linear(2, 2, bias=False)
        self.two.weight = self.one.weight
net = Tied()
net.two(net.one(torch.ones(1, 2))).sum().backward()
"""


@pytest.mark.parametrize("code", [FOLLOWED, TIED], ids=["followed", "tied"])
def test_copies_that_follow_a_net_and_replaced_weights_are_not_missed(page, document_of, code):
    ids = [each["kind"] for each in page.ask("findings", document_of(code))]
    assert "unreached" not in ids


def test_every_case_is_of_a_kind_and_every_cause_of_none_has_a_case():
    assert {case.id for case in CASES.values()} <= {each.kind for each in DIAGNOSES}
    causes = {case.cause for case in SURPRISES.values()} - {None}
    source = (FINDINGS / "reading/cause.ts").read_text("utf-8")
    assert causes == set(re.findall(r'readonly kind: "([\w-]+)"', source))
