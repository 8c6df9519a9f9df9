"""Looking inside a large value: the numbers of a region, and where the value is extreme."""

import base64

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from autograd.recording import events, value_region


def numbers(told):
    return np.frombuffer(base64.b64decode(told["entries"]), np.dtype(f"<{told['form']}"))


@given(
    arrays.arrays(np.float32, (3, 4, 5), elements=st.floats(-4, 4, width=32)),
    st.tuples(*[st.integers(0, 2)] * 3),
)
def test_a_region_has_the_numbers_that_stand_there_in_their_order(array, start):
    region = [(at, 2 if at < 2 else 1) for at in start]
    (a, b, c) = (slice(at, at + size) for at, size in region)
    found = numbers(value_region.cut_region(array, region)).tolist()
    assert found == array[a, b, c].ravel().tolist()


@pytest.mark.parametrize(
    ("dtype", "form", "told"),
    [
        (np.float64, "f8", [0.1, -2.5]),
        (np.float16, "f4", [0.0999755859375, -2.5]),
        (ml_dtypes.bfloat16, "f4", [0.10009765625, -2.5]),
        (np.int64, "f8", [0, -2]),
        (np.bool_, "f8", [1, 1]),
        (np.complex64, "f4", [np.float32(0.1), 0, -2.5, 0]),
    ],
)
def test_each_dtype_travels_in_a_form_that_holds_it(dtype, form, told):
    cut = value_region.cut_region(np.array([0.1, -2.5]).astype(dtype), [(0, 2)])
    assert (cut["form"], numbers(cut).tolist()) == (form, told)


@given(
    arrays.arrays(
        np.float32, st.integers(1, 40), elements=st.floats(-4, 4, width=32) | st.just(np.nan)
    ),
    st.integers(1, 40),
)
def test_the_extremes_are_where_numpy_finds_them_however_it_is_parted(array, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_region, "BLOCK", block)
        found = value_region.find_extremes(array)
    finite = np.isfinite(array)
    assert found["odd"] == np.flatnonzero(~finite)[: value_region.MOST_NONFINITE].tolist()
    if not finite.any():
        assert (found["min"], found["max"]) == (None, None)
    else:
        assert array[found["min"]] == array[finite].min()
        assert found["max"] == np.flatnonzero(array == array[finite].max())[0]


def test_of_a_region_that_is_not_there_only_the_whole_is_told():
    array = np.zeros((3, 300), np.float32)
    for region in ([(0, 3)], [(0, 3), (0, 301)], [(3, 1), (0, 1)]):
        told = value_region.cut_region(array, region)
        assert told["entries"] is None
        assert told["value"] == events.array_to_value(array)


def test_a_region_of_more_entries_than_are_sent_is_not_sent():
    side = 1 << 10
    array = np.zeros((side, side), np.float32)
    assert value_region.cut_region(array, [(0, side), (0, side)])["entries"] is None
    assert value_region.cut_region(array, [(0, side), (0, side // 4)])["entries"] is not None
