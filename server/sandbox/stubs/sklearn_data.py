"""Toy data, splits, scalers of scikit-learn, with the same numbers.

For a `random_state` they draw the numbers of scikit-learn, from numpy's legacy generator.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator
from typing import Any

import numpy as np


def make_moons(
        n_samples: int = 100, *, shuffle: bool = True, noise: float | None = None,
        random_state: Any = None) -> Any:
    """Return two interleaving half circles: points `(n, 2)` and classes `(n,)`."""
    outer, inner = _halves(n_samples)
    a, b = np.linspace(0, np.pi, outer), np.linspace(0, np.pi, inner)
    xs = np.append(np.cos(a), 1 - np.cos(b))
    ys = np.append(np.sin(a), 1 - np.sin(b) - 0.5)
    return _scattered(xs, ys, outer, shuffle, noise, generator_of(random_state))


def make_circles(
        n_samples: int = 100, *, shuffle: bool = True, noise: float | None = None,
        random_state: Any = None, factor: float = 0.8) -> Any:
    """Return a circle inside a circle: points `(n, 2)` and classes `(n,)`."""
    outer, inner = _halves(n_samples)
    a = np.linspace(0, 2 * np.pi, outer, endpoint=False)
    b = np.linspace(0, 2 * np.pi, inner, endpoint=False)
    xs = np.append(np.cos(a), np.cos(b) * factor)
    ys = np.append(np.sin(a), np.sin(b) * factor)
    return _scattered(xs, ys, outer, shuffle, noise, generator_of(random_state))


def make_blobs(
        n_samples: int = 100, n_features: int = 2, *, centers: Any = None, cluster_std: float = 1.0,
        center_box: Any = (-10.0, 10.0), shuffle: bool = True, random_state: Any = None,
        return_centers: bool = False) -> Any:
    """Return clusters around centers: points `(n, features)` and the cluster of each."""
    draws = generator_of(random_state)
    if isinstance(n_samples, numbers.Integral):
        count = 3 if centers is None else centers
    else:
        count = len(n_samples) if centers is None else centers
    if isinstance(count, numbers.Integral):
        centers = draws.uniform(*center_box, size=(count, n_features))
    centers = np.asarray(centers, dtype=float)
    sizes = _shared(n_samples, len(centers))
    spreads = np.broadcast_to(cluster_std, len(centers))
    X = np.concatenate([draws.normal(center, spread, (size, centers.shape[1]))
                        for center, spread, size in zip(centers, spreads, sizes)])
    y = np.repeat(np.arange(len(centers)), sizes)
    if shuffle:
        X, y = shuffled(draws, X, y)
    return (X, y, centers) if return_centers else (X, y)


def make_regression(
        n_samples: int = 100, n_features: int = 100, *, n_informative: int = 10, n_targets: int = 1,
        bias: float = 0.0, noise: float = 0.0, shuffle: bool = True, coef: bool = False,
        random_state: Any = None) -> Any:
    """Return inputs `(n, features)`, outputs of a noisy linear relation, weights if `coef`."""
    draws = generator_of(random_state)
    informative = min(n_features, n_informative)
    X = draws.standard_normal((n_samples, n_features))
    factors = np.zeros((n_features, n_targets))
    factors[:informative] = 100 * draws.uniform(size=(informative, n_targets))
    y = X @ factors + bias
    if noise > 0:
        y += draws.normal(scale=noise, size=y.shape)
    if shuffle:
        X, y = shuffled(draws, X, y)
        order = np.arange(n_features)
        draws.shuffle(order)
        X, factors = X[:, order], factors[order]
    y = np.squeeze(y)
    return (X, y, np.squeeze(factors)) if coef else (X, y)


def train_test_split(
        *arrays: Any, test_size: Any = None, train_size: Any = None, random_state: Any = None,
        shuffle: bool = True, stratify: Any = None) -> Any:
    """Split arrays, lists or tensors of one length in two parts each, train before test."""
    n = len(arrays[0])
    if any(len(each) != n for each in arrays):
        raise ValueError("Found input variables with inconsistent numbers of samples: "
                         f"{[len(each) for each in arrays]}")
    if test_size is None:
        test_size = 0.25 if train_size is None else n - _number(train_size, n, math.floor)
    tested = _number(test_size, n, math.ceil)
    trained = n - tested if train_size is None else _number(train_size, n, math.floor)
    if stratify is not None:
        train, test = _stratified(np.asarray(stratify), trained, tested, generator_of(random_state))
    elif shuffle:
        order = generator_of(random_state).permutation(n)
        test, train = order[:tested], order[tested:tested + trained]
    else:
        train, test = np.arange(trained), np.arange(trained, trained + tested)
    return [_taken(each, places) for each in arrays for places in (train, test)]


class StandardScaler:
    """Scales columns to mean 0 and standard deviation 1."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """Compute `mean_`, `var_` and `scale_` of each column."""
        X = np.asarray(X, dtype=float)
        self.mean_, self.var_ = X.mean(0), X.var(0)
        self.scale_ = np.where(self.var_ == 0, 1.0, np.sqrt(self.var_))
        return self

    def transform(self, X: Any) -> Any:
        """Return the columns of `X`, shifted and scaled by the fitted values."""
        return (np.asarray(X, dtype=float) - self.mean_) / self.scale_

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Call `fit`, then `transform`."""
        return self.fit(X).transform(X)

    def inverse_transform(self, X: Any) -> Any:
        """Undo `transform`."""
        return np.asarray(X, dtype=float) * self.scale_ + self.mean_


class MinMaxScaler:
    """Scales columns to the interval `feature_range`."""

    def __init__(self, feature_range=(0, 1)):
        self.feature_range = feature_range

    def fit(self, X: Any, y: Any = None) -> Any:
        """Compute `data_min_`, `data_max_`, `scale_` and `min_` of each column."""
        X = np.asarray(X, dtype=float)
        low, high = self.feature_range
        self.data_min_, self.data_max_ = X.min(0), X.max(0)
        reach = self.data_max_ - self.data_min_
        self.scale_ = (high - low) / np.where(reach == 0, 1.0, reach)
        self.min_ = low - self.data_min_ * self.scale_
        return self

    def transform(self, X: Any) -> Any:
        """Return the columns of `X`, scaled and shifted by the fitted values."""
        return np.asarray(X, dtype=float) * self.scale_ + self.min_

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Call `fit`, then `transform`."""
        return self.fit(X).transform(X)

    def inverse_transform(self, X: Any) -> Any:
        """Undo `transform`."""
        return (np.asarray(X, dtype=float) - self.min_) / self.scale_


class LabelEncoder:
    """Encodes labels of any type as their indices in sorted order."""

    def fit(self, y: Any) -> Any:
        """Compute `classes_`."""
        self.classes_ = np.unique(np.asarray(y))
        return self

    def transform(self, y: Any) -> Any:
        """Return the index of each label."""
        y = np.asarray(y)
        if len(unseen := np.setdiff1d(y, self.classes_)):
            raise ValueError("y contains previously unseen labels: "
                             f"{', '.join(map(repr, unseen))}")
        return np.searchsorted(self.classes_, y)

    def fit_transform(self, y: Any) -> Any:
        """Call `fit`, then `transform`."""
        return self.fit(y).transform(y)

    def inverse_transform(self, y: Any) -> Any:
        """Undo `transform`."""
        return self.classes_[np.asarray(y)]


class KFold:
    """Splits of which each of `n_splits` parts is the test set once."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        self.n_splits, self.shuffle, self.random_state = n_splits, shuffle, random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of splits."""
        return self.n_splits

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[Any]:
        """Yield the train and test indices of each split."""
        order = np.arange(len(X))
        if self.shuffle:
            generator_of(self.random_state).shuffle(order)
        for part in np.split(order, np.cumsum(_shared(len(X), self.n_splits))[:-1]):
            yield np.setdiff1d(order, part), np.sort(part)


def generator_of(seed: Any) -> Any:
    """Return numpy's legacy generator for a `random_state`: itself, or seeded by it."""
    if isinstance(seed, np.random.RandomState):
        return seed
    return np.random.mtrand._rand if seed is None else np.random.RandomState(seed)


def _stratified(classes, trained, tested, draws):
    """Return train and test indices, both with the proportions of the classes."""
    kinds = np.unique(classes, return_inverse=True)[1]
    places = [np.flatnonzero(kinds == kind) for kind in range(kinds.max() + 1)]
    counts = np.array([len(each) for each in places])
    if counts.min() < 2:
        raise ValueError(
            "The least populated classes in y have only 1 member, which is too few. The minimum "
            "number of groups for any class cannot be less than 2.")
    for_training = _portioned(counts, trained, draws)
    for_testing = _portioned(counts - for_training, tested, draws)
    train, test = [], []
    for here, first, second in zip(places, for_training, for_testing):
        here = here[draws.permutation(len(here))]
        train.extend(here[:first])
        test.extend(here[first:first + second])
    return draws.permutation(train), draws.permutation(test)


def _portioned(counts, total, draws):
    """Return `total` divided in proportion to `counts`; the rest goes by largest fractions."""
    shares = counts / counts.sum() * total
    portions = np.floor(shares)
    fractions, left = shares - portions, int(total - portions.sum())
    for fraction in np.unique(fractions)[::-1]:
        if left <= 0:
            break
        alike = np.flatnonzero(fractions == fraction)
        more = min(len(alike), left)
        portions[draws.choice(alike, size=more, replace=False)] += 1
        left -= more
    return portions.astype(int)


def _halves(n_samples) -> tuple[int, int]:
    if isinstance(n_samples, numbers.Integral):
        return n_samples // 2, n_samples - n_samples // 2
    return tuple(n_samples)


def _scattered(xs, ys, outer, shuffle, noise, draws):
    X = np.stack([xs, ys], 1)
    y = np.append(np.zeros(outer, dtype=np.intp), np.ones(len(xs) - outer, dtype=np.intp))
    if shuffle:
        X, y = shuffled(draws, X, y)
    if noise is not None:
        X += draws.normal(scale=noise, size=X.shape)
    return X, y


def shuffled(draws: np.random.RandomState, *arrays: Any) -> Any:
    """Return the rows of all arrays in one new random order."""
    order = np.arange(len(arrays[0]))
    draws.shuffle(order)
    return tuple(each[order] for each in arrays)


def _shared(n, parts) -> list[int]:
    if not isinstance(n, numbers.Integral):
        return list(n)
    return [n // parts + (i < n % parts) for i in range(parts)]


def _number(size, n, rounded) -> int:
    return size if isinstance(size, numbers.Integral) else rounded(size * n)


def _taken(values, places):
    return [values[i] for i in places] if isinstance(values, list | tuple) else values[places]
