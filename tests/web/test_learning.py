"""What stands in for scikit-learn: its toy data, splits, scalers and scores, number for number."""

import numpy as np
import pytest

from server.sandbox.standins import learning

# What scikit-learn 1.9 gives for the same calls, rounded to four places.
DRAWN = {
    "make_moons(3, noise=0.1, random_state=42)":
        ([[0.8888, 0.0319], [0.0279, 0.6011], [1.9419, 0.4475]], [0, 1, 1]),
    "make_circles(3, noise=0.03, random_state=42)":
        ([[0.9666, 0.0096], [0.8084, 0.0303], [-0.8174, -0.0158]], [0, 1, 1]),
    "make_blobs(3, centers=2, random_state=42)":
        ([[-0.93, 9.7817], [4.1704, 2.5157], [-2.7434, 8.7801]], [0, 1, 0]),
    "make_regression(3, 2, noise=0.5, random_state=3)":
        ([[-1.8635, 0.0965], [0.4365, 1.7886], [-0.3548, -0.2774]], [-81.8866, 28.4254, -17.7227]),
    "train_test_split(list(range(5)), test_size=0.4, random_state=42)": ([2, 0, 3], [1, 4]),
    "train_test_split([1, 2, 3, 4], shuffle=False)": ([1, 2, 3], [4]),
}  # fmt: skip


@pytest.mark.parametrize("call", DRAWN)
def test_what_is_drawn_is_what_the_library_draws(call):
    made = eval(call, vars(learning))
    assert len(made) == len(DRAWN[call])
    for mine, expected in zip(made, DRAWN[call]):
        assert np.round(mine, 4).tolist() == expected


def test_moons_lie_on_two_half_circles_in_order_when_nothing_is_drawn():
    X, y = learning.make_moons(4, shuffle=False)
    assert np.allclose(X, [[1, 0], [-1, 0], [0, 0.5], [2, 0.5]])
    assert y.tolist() == [0, 0, 1, 1]


def test_scalers_scale_and_scale_back():
    X = np.arange(8.0).reshape(4, 2) ** 2
    for scaler in (learning.StandardScaler(), learning.MinMaxScaler((-1, 1))):
        assert np.allclose(scaler.inverse_transform(scaler.fit_transform(X)), X)
    assert np.allclose(learning.StandardScaler().fit_transform(X).std(0), 1)
    assert learning.MinMaxScaler().fit_transform(X).min() == 0


def test_scores_count_and_measure():
    assert learning.accuracy_score([1, 0, 1, 1], [1, 1, 1, 1]) == 0.75
    assert learning.mean_squared_error([1.0, 2.0], [1.5, 2.0]) == 0.125
    assert learning.r2_score([1.0, 3.0], [1.0, 3.0]) == 1


def test_a_split_that_is_not_there_is_refused_in_a_sentence():
    with pytest.raises(NotImplementedError, match="leave `stratify` out"):
        learning.train_test_split([1, 2], stratify=[0, 1])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        learning.train_test_split([1, 2], [1])
