"""Real models from afar: every box has words that can be read, and no text lies on another."""

import pytest

from tests.page.node import ROOT

PEOPLE = ROOT / "tests" / "web" / "people"


@pytest.mark.parametrize("model", ["gpt", "cnn", "lstm", "maml"])
def test_every_box_of_a_real_model_can_be_read_from_afar(document_of, page, model):
    run = document_of((PEOPLE / f"{model}.py").read_text("utf-8"))
    assert page.ask("farTexts", run) == []


@pytest.mark.parametrize("model", ["cnn", "gan", "gpt"])
def test_parameters_have_different_names_from_afar(document_of, page, model):
    run = document_of((PEOPLE / f"{model}.py").read_text("utf-8"))
    names = page.ask("farNames", run)
    assert len(names) > 6 and len({*names}) == len(names)
