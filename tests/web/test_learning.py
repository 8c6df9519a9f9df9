"""What stands in for scikit-learn: its toy data, splits, scalers and scores, number for number."""

import numpy as np
import pytest

from server.sandbox.stubs import sklearn_classification, sklearn_data, sklearn_iris, sklearn_metrics

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
    made = eval(call, vars(sklearn_data))
    assert len(made) == len(DRAWN[call])
    for mine, expected in zip(made, DRAWN[call]):
        assert np.round(mine, 4).tolist() == expected


# The first two columns of the first row, the first classes, and the sum of all, likewise.
CLASSES = {
    "n_samples=50, n_features=2, n_redundant=0, n_clusters_per_class=1, random_state=1":
        ([0.2140, 0.2773], [0, 1, 1, 1, 0, 1, 1, 1], 25),
    "n_features=10, n_informative=8, n_classes=3, n_repeated=1, n_redundant=1, random_state=3":
        ([-0.9094, 4.0972], [1, 1, 0, 1, 2, 2, 0, 2], 100),
    "n_informative=12, weights=[0.9], hypercube=False, shift=None, random_state=4":
        ([-4.6385, 1.2949], [0, 0, 0, 0, 1, 1, 0, 0], 9),
}  # fmt: skip


@pytest.mark.parametrize("options", CLASSES)
def test_classes_are_drawn_as_the_library_draws_them(options):
    X, y = sklearn_classification.make_classification(**eval(f"dict({options})"))
    row, first, total = CLASSES[options]
    assert np.round(X[0, :2], 4).tolist() == row
    assert y[:8].tolist() == first and y.sum() == total


def test_more_classes_than_corners_are_refused():
    with pytest.raises(ValueError, match="must be smaller or equal 2"):
        sklearn_classification.make_classification(n_classes=5)


def test_moons_lie_on_two_half_circles_in_order_when_nothing_is_drawn():
    X, y = sklearn_data.make_moons(4, shuffle=False)
    assert np.allclose(X, [[1, 0], [-1, 0], [0, 0.5], [2, 0.5]])
    assert y.tolist() == [0, 0, 1, 1]


def test_scalers_scale_and_scale_back():
    X = np.arange(8.0).reshape(4, 2) ** 2
    for scaler in (sklearn_data.StandardScaler(), sklearn_data.MinMaxScaler((-1, 1))):
        assert np.allclose(scaler.inverse_transform(scaler.fit_transform(X)), X)
    assert np.allclose(sklearn_data.StandardScaler().fit_transform(X).std(0), 1)
    assert sklearn_data.MinMaxScaler().fit_transform(X).min() == 0


# What scikit-learn 1.9 gives for the same calls.
SCORED = {
    "confusion_matrix([0, 1, 2, 2], [0, 2, 2, 2]).tolist()": [[1, 0, 0], [0, 0, 1], [0, 0, 2]],
    "precision_score([0, 1, 1, 0], [0, 1, 1, 1])": 2 / 3,
    "recall_score([0, 1, 1, 0], [0, 1, 0, 1])": 0.5,
    "f1_score([0, 1, 2, 2, 1, 0], [0, 2, 1, 0, 0, 1], average='macro')": 0.4 / 3,
    "f1_score(['a', 'b', 'b', 'c'], ['a', 'b', 'c', 'c'], average='weighted')": 0.75,
    "recall_score([0, 1, 2, 2], [0, 2, 2, 2], average=None).tolist()": [1, 0, 1],
    "accuracy_score([1, 0, 1, 1], [1, 1, 1, 1])": 0.75,
    "mean_squared_error([1.0, 2.0], [1.5, 2.0])": 0.125,
    "mean_absolute_error([1.0, 2.0], [1.5, 2.0])": 0.25,
    "r2_score([1.0, 3.0], [1.0, 3.0])": 1,
}
REPORT = """
              precision    recall  f1-score   support

           0       1.00      0.50      0.67         2
           1       0.67      1.00      0.80         2

    accuracy                           0.75         4
   macro avg       0.83      0.75      0.73         4
weighted avg       0.83      0.75      0.73         4
"""


@pytest.mark.parametrize("call", SCORED)
def test_scores_count_and_measure(call):
    assert np.allclose(eval(call, vars(sklearn_metrics)), SCORED[call])


def test_a_report_is_the_librarys_to_the_letter():
    assert sklearn_metrics.classification_report([0, 0, 1, 1], [0, 1, 1, 1]) == REPORT[1:]


def test_a_score_of_what_was_never_predicted_is_0_with_a_word():
    with pytest.warns(sklearn_metrics.UndefinedMetricWarning, match="due to no predicted samples"):
        assert sklearn_metrics.precision_score([0, 1], [0, 0]) == 0
    with pytest.raises(ValueError, match="Target is multiclass but average='binary'"):
        sklearn_metrics.f1_score([0, 1, 2], [0, 1, 2])


def test_irises_are_fishers():
    flowers = sklearn_iris.load_iris()
    assert np.allclose(flowers.data.sum(0), [876.5, 458.6, 563.7, 179.9])
    assert flowers.data[149].tolist() == [5.9, 3.0, 5.1, 1.8]
    assert flowers.target.tolist() == [0] * 50 + [1] * 50 + [2] * 50
    assert flowers["feature_names"][3] == "petal width (cm)"


def test_a_stratified_split_keeps_the_shares_of_the_classes_as_the_library_draws_them():
    y = np.repeat([0, 1, 2], 50)
    train, test = sklearn_data.train_test_split(y, test_size=0.3, random_state=42, stratify=y)
    assert np.bincount(test).tolist() == [15, 15, 15] and len(train) == 105
    assert test[:10].tolist() == [2, 1, 2, 1, 2, 2, 1, 1, 0, 2]


def test_each_part_is_tested_once():
    parts = list(sklearn_data.KFold(3, shuffle=True, random_state=1).split(range(7)))
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(7))
    assert all(len(train) + len(test) == 7 for train, test in parts)


def test_labels_are_numbered_as_they_sort():
    encoder = sklearn_data.LabelEncoder()
    assert encoder.fit_transform(["b", "a", "b"]).tolist() == [1, 0, 1]
    assert encoder.inverse_transform([0, 1]).tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="previously unseen labels"):
        encoder.transform(["c"])


def test_a_split_of_unequal_lengths_is_refused():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        sklearn_data.train_test_split([1, 2], [1])
