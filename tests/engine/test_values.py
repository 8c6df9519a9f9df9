"""Values of the tape: numbers that read back, and pictures of what is large."""

import json

import numpy as np

from autograd.recording import events
from autograd.recording.json_numbers import leave_arrays, shortest_decimals
from server.sandbox import protocol


def test_floats_are_the_shortest_that_give_the_same_number_back():
    array = np.random.default_rng(0).standard_normal(200).astype(np.float32)
    value = events.array_to_value(array)
    assert np.array_equal(np.array(value["data"], np.float32), array)
    assert max(len(repr(x)) for x in value["data"]) <= 14


def test_many_floats_at_once_are_the_decimals_that_numpy_writes_of_each():
    bits = np.random.default_rng(0).integers(0, 2**32, 20_000, dtype=np.uint32)
    powers = np.array([2.0**n for n in range(-149, 128)] + [10.0**n for n in range(-44, 39)])
    for array in (bits.view(np.float32), powers.astype(np.float32), bits.astype(np.float32)):
        with np.errstate(invalid="ignore"):  # of what is no number
            below = np.nextafter(array, np.float32(0))
        for each in (array, below, -array):
            assert list(map(repr, shortest_decimals(each))) == [repr(float(str(x))) for x in each]
    zeros = np.array([0.0, -0.0] * 20, np.float32)
    assert str(shortest_decimals(zeros)) == str(zeros.tolist())


def test_arrays_that_are_left_as_they_are_become_the_same_numbers_on_the_wire():
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 2**32, 255, dtype=np.uint32).view(np.float32)
    usual = rng.standard_normal(200).astype(np.float32)
    plain = [usual, usual[:9] * 1e-9, usual.reshape(20, 10).T, rng.standard_normal((40, 40)), bits]
    plain += [np.array(0.1, np.float32), np.array([0.0, -0.0, np.inf]), np.arange(5), usual > 0]
    listed = [events.array_to_value(array) for array in plain]
    with leave_arrays():
        left = [events.array_to_value(array) for array in plain]
    assert isinstance(left[0]["data"], np.ndarray)
    assert repr(json.loads(protocol.text_of(left))) == repr(listed)


def test_what_json_has_no_number_for_is_a_word():
    array = np.array([np.nan, np.inf, -np.inf, 0.1], np.float32)
    assert events.array_to_value(array)["data"] == ["nan", "inf", "-inf", 0.1]
    json.dumps(events.array_to_value(np.full((40, 40), np.nan)), allow_nan=False)


def test_a_large_value_becomes_statistics_and_a_small_picture():
    array = np.arange(90_000, dtype=np.float32).reshape(300, 300)
    value = events.array_to_value(array)
    assert "data" not in value
    assert (value["stats"]["min"], value["stats"]["max"]) == (0, 89_999)
    picture = value["picture"]
    assert len(picture["data"]) == picture["rows"] * picture["cols"] == 16 * 16
    assert picture["data"] == sorted(picture["data"])


def test_a_large_value_tells_the_first_entries_of_its_first_row():
    array = np.arange(600, dtype=np.float32).reshape(2, 100, 3) / 10
    assert events.array_to_value(array)["head"] == [0.0, 0.1, 0.2]
    assert events.array_to_value(np.arange(300) == 1)["head"] == [False, True, False, False]
    assert events.array_to_value(np.full((30, 30), np.nan))["head"] == ["nan"] * 4
    assert events.value_without_numbers((100, 3), np.dtype("float32"))["head"] == ["?"] * 3


def test_a_histogram_counts_every_finite_entry_and_a_sample_of_many():
    few = np.append(np.arange(480.0), [np.nan, np.inf])
    counts = events.array_to_value(few)["stats"]["histogram"]
    assert sum(counts) == 480 and max(counts) - min(counts) <= 1
    many = np.tile(np.arange(24.0), 4096)  # in step with any even stride
    counts = events.array_to_value(many)["stats"]["histogram"]
    assert sum(counts) == 4096 and max(counts) - min(counts) < 10  # of 171 each


def test_a_histogram_of_equal_or_extreme_entries_is_still_one():
    assert events.array_to_value(np.full(300, 7.0))["stats"]["histogram"][0] == 300
    wide = np.array([-1.7e308, 1.7e308] * 150)
    assert events.array_to_value(wide)["stats"]["histogram"] == [150, *[0] * 22, 150]
    assert events.array_to_value(np.full(300, np.nan))["stats"]["histogram"] is None
    assert sum(events.array_to_value(np.array([True, False] * 200))["stats"]["histogram"]) == 400
