"""Layers, losses, optimizers and schedules against real torch, over shapes and options drawn."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import Phase, given, seed, settings

from tests.engine import runner
from tests.engine.drawn_layers import LAYERS
from tests.engine.drawn_optimizers import OPTIMIZERS, SCHEDULES
from tests.engine.oracle import ask

NUMBERS = "json "  # begins a line of numbers


def drawn(strategy, count: int) -> list[str]:
    """Programs that Hypothesis draws: gathered first, since real torch starts once for all."""
    programs = []

    @seed(0)
    @settings(max_examples=count, deadline=None, database=None, phases=[Phase.generate])
    @given(strategy)
    def gather(program):
        programs.append(program)

    gather()
    return programs


def compare(sources, rtol=2e-4, atol=2e-5) -> None:
    """The same text from our engine and from torch, and the same numbers where a line has them."""
    programs = [(f"drawn {i}", source) for i, source in enumerate(sources)]
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(ask, "outputs", programs)
        made = runner.ours(programs)
    for source, ours, theirs in zip(sources, made, asked.result(), strict=True):
        assert any(line.startswith(NUMBERS) for line in theirs), f"{source}\n{theirs[-1]}"
        assert words(ours) == words(theirs), source
        for mine, other in zip(numbers(ours), numbers(theirs), strict=True):
            np.testing.assert_allclose(mine, other, rtol, atol, err_msg=source)


def words(lines) -> list[str]:
    """The lines that are to be equal to the letter."""
    return [line for line in lines if not line.startswith(NUMBERS)]


def numbers(lines) -> list:
    """The lists of numbers that are to be near each other."""
    found = [json.loads(line.removeprefix(NUMBERS)) for line in lines if line.startswith(NUMBERS)]
    return [each for line in found for each in line]


def test_layers_and_losses_give_what_torch_gives():
    compare(drawn(LAYERS, 150))


def test_optimizers_take_the_steps_that_torch_takes():
    compare(drawn(OPTIMIZERS, 60))


def test_schedules_set_the_rates_that_torch_sets():
    compare(drawn(SCHEDULES, 60))
