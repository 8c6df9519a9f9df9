"""What stands in for einops: patterns of axes, on arrays."""

import numpy as np
import pytest

from server.sandbox.standins.rearranging import (
    EinopsError,
    parse_shape,
    rearrange,
    reduce,
    repeat,
)

X = np.arange(48).reshape(2, 3, 2, 4)
MOVED = {
    "b c h w -> b h w c": X.transpose(0, 2, 3, 1),
    "b c h w -> (b c) (h w)": X.reshape(6, 8),
    "b c h (w k) -> b (c k) h w": X.reshape(2, 3, 2, 2, 2).transpose(0, 1, 4, 2, 3).reshape(
        2, 6, 2, 2),
    "... h w -> w ... h": X.transpose(3, 0, 1, 2),
    "b ... w -> b (...) w": X.reshape(2, 6, 4),
    "b c h w -> b 1 (c h w)": X.reshape(2, 1, 24),
}
REDUCED = {
    ("b c h w -> c", "sum"): X.sum((0, 2, 3)),
    ("b c h w -> b () () w", "max"): X.max((1, 2), keepdims=True),
    ("b c (h 2) (w 2) -> b c h w", "mean"): X.reshape(2, 3, 1, 2, 2, 2).mean((3, 5)),
    ("... ->", "min"): X.min(),
}
WRONG = {
    "b c h w -> b c h": "only on one side",
    "b c h -> h b c": "expected 3 dims. Received 4-dim tensor",
    "b (c d) h w -> b c d h w": "Could not infer sizes",
    "b (c 2) h w -> b c 2 h w": "can't divide axis of length 3 in chunks of 2",
    "b c h w": "one arrow",
    "b (c h w -> b c h w": "Imbalanced parentheses",
}


@pytest.mark.parametrize("pattern", MOVED)
def test_axes_move_part_and_join_as_a_pattern_says(pattern):
    assert np.array_equal(rearrange(X, pattern, **({"k": 2} if "k" in pattern else {})),
                          MOVED[pattern])


@pytest.mark.parametrize("pattern, by", REDUCED)
def test_axes_that_the_right_side_leaves_out_are_reduced(pattern, by):
    assert np.array_equal(reduce(X, pattern, by), REDUCED[pattern, by])


def test_axes_that_only_the_right_side_has_repeat():
    assert np.array_equal(repeat(np.arange(3), "n -> b n", b=2), np.tile(np.arange(3), (2, 1)))
    assert np.array_equal(repeat(np.arange(3), "n -> (n 2)"), np.arange(3).repeat(2))
    assert parse_shape(X, "b _ h w") == {"b": 2, "h": 2, "w": 4}


@pytest.mark.parametrize("pattern", WRONG)
def test_a_pattern_that_does_not_fit_is_refused_in_the_words_of_einops(pattern):
    with pytest.raises(EinopsError, match=WRONG[pattern]):
        rearrange(X, pattern)
