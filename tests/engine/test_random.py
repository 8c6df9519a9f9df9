"""The same seed gives torch's numbers, bit for bit: as recorded, and as torch draws them now."""

import json
from pathlib import Path

import numpy as np
import pytest

from autograd.kernels import sampling
from autograd.kernels.generator import (
    Generator, fork_rng, get_rng_state, manual_seed, set_rng_state)
from autograd.tensor.tensor import wrap
from tests.engine import drawn
from tests.engine.oracle import ask, mkl_draws

GOLDEN = Path(__file__).parents[1] / "golden" / "random.json"
GOLDENS = json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOLDENS, ids=range(len(GOLDENS)))
def test_draws_as_recorded_from_torch(case):
    generator = Generator().manual_seed(case["seed"])
    arrays = [drawn.ours(generator, *call) for call in case["calls"]]
    assert [array.tobytes().hex() for array in arrays] == case["drawn"]


def test_draws_in_any_order_and_ends_in_the_same_state_as_torch():
    without = drawn.MKL_KINDS if mkl_draws() else ()
    cases = drawn.cases(seed=2, count=600, without=without)
    for (seed, calls), (arrays, state) in zip(cases, ask("draws", cases), strict=True):
        generator = Generator().manual_seed(seed)
        for call, array in zip(calls, arrays, strict=True):
            mine = drawn.ours(generator, *call)
            assert (mine.dtype, mine.tobytes()) == (array.dtype, array.tobytes()), (seed, call)
        assert generator.get_state()._array.tobytes() == state


def test_a_state_that_was_saved_goes_on_with_the_same_numbers():
    generator = Generator().manual_seed(7)
    sampling.normal(generator, 3, np.float32)  # leaves a spare normal behind
    state = generator.get_state()
    first = sampling.normal(generator, 5, np.float32)
    generator.set_state(state)
    assert np.array_equal(sampling.normal(generator, 5, np.float32), first)


def test_a_generator_never_seeded_starts_where_torch_starts():
    assert Generator().initial_seed() == 67280421310721


def test_a_negative_seed_wraps_around():
    assert Generator().manual_seed(-1).initial_seed() == 2**64 - 1


def test_seed_differs_from_call_to_call():
    generator = Generator()
    assert generator.seed() != generator.seed()


def test_fork_rng_puts_the_default_generator_back():
    manual_seed(1)
    before = get_rng_state()._array.copy()
    with fork_rng():
        manual_seed(2)
    assert np.array_equal(get_rng_state()._array, before)
    set_rng_state(wrap(before))


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (lambda g: g.manual_seed(2**64), "Overflow when unpacking long long"),
        (lambda g: g.manual_seed(1.5), "manual_seed expected a long, but got float"),
        (
            lambda g: sampling.integers(g, 2, "int64", 5, 5),
            "random_ expects 'from' to be less than 'to', but got from=5 >= to=5",
        ),
        (
            lambda g: sampling.integers(g, 2, "uint8", 0, 300),
            "to - 1 is out of bounds for unsigned char",
        ),
        (
            lambda g: sampling.normal(g, 2, "float32", 0, -1),
            "normal expects std >= 0.0, but found std -1",
        ),
        (
            lambda g: sampling.uniform(g, 2, "int64"),
            "\"check_uniform_bounds\" not implemented for 'Long'",
        ),
        (
            lambda g: sampling.uniform(g, 2, "float32", 2, 1),
            "uniform_ expects to return a [from, to) range, but found from=2 > to=1",
        ),
    ],
)
def test_refuses_in_torchs_words(draw, text):
    with pytest.raises((RuntimeError, ValueError, NotImplementedError)) as caught:
        draw(Generator())
    assert str(caught.value) == text
