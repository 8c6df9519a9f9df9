"""scikit-learn's `make_classification`: clusters around the corners of a hypercube."""

from __future__ import annotations

from typing import Any

import numpy as np

from .sklearn_data import generator_of, shuffled


def make_classification(
        n_samples: int = 100, n_features: int = 20, *, n_informative: int = 2, n_redundant: int = 2,
        n_repeated: int = 0, n_classes: int = 2, n_clusters_per_class: int = 2, weights: Any = None,
        flip_y: float = 0.01, class_sep: float = 1.0, hypercube: bool = True, shift: Any = 0.0,
        scale: Any = 1.0, shuffle: bool = True, random_state: Any = None) -> Any:
    """Return points `(n, features)`, of which some columns depend on the class, and classes `(n,)`.
    """
    told = n_informative + n_redundant
    if told + n_repeated > n_features:
        raise ValueError("Number of informative, redundant and repeated features must sum to less "
                         "than the number of total features")
    if 2**n_informative < n_classes * n_clusters_per_class:
        raise ValueError(
            f"n_classes({n_classes}) * n_clusters_per_class({n_clusters_per_class}) must be "
            f"smaller or equal 2**n_informative({n_informative})={2**n_informative}")
    draws = generator_of(random_state)
    sizes = _sizes(n_samples, n_classes, n_clusters_per_class, weights)
    centers = _corners(len(sizes), n_informative, draws) * 2.0 * class_sep - class_sep
    if not hypercube:
        centers *= draws.uniform(size=(len(sizes), 1))
        centers *= draws.uniform(size=(1, n_informative))
    X = np.zeros((n_samples, n_features))
    X[:, :n_informative] = _clouds(centers, sizes, draws)
    if n_redundant > 0:
        mixed = 2 * draws.uniform(size=(n_informative, n_redundant)) - 1
        X[:, n_informative:told] = np.dot(X[:, :n_informative], mixed)
    if n_repeated > 0:
        again = ((told - 1) * draws.uniform(size=n_repeated) + 0.5).astype(np.intp)
        X[:, told:told + n_repeated] = X[:, again]
    if noise := n_features - told - n_repeated:
        X[:, -noise:] = draws.standard_normal(size=(n_samples, noise))
    y = np.repeat(np.arange(len(sizes)) % n_classes, sizes)
    if flip_y >= 0:
        flipped = draws.uniform(size=n_samples) < flip_y
        y[flipped] = draws.randint(n_classes, size=flipped.sum())
    return _finished(X, y, shift, scale, class_sep, shuffle, draws)


def _finished(X, y, shift, scale, class_sep, shuffle, draws):
    """Return the points shifted and scaled, with rows and columns shuffled."""
    columns = X.shape[1]
    X += (2 * draws.uniform(size=columns) - 1) * class_sep if shift is None else shift
    X *= 1 + 100 * draws.uniform(size=columns) if scale is None else scale
    if shuffle:
        X, y = shuffled(draws, X, y)
        order = np.arange(columns)
        draws.shuffle(order)
        X = X[:, order]
    return X, y


def _sizes(total, classes, clusters, weights) -> list[int]:
    """Return the size of each cluster; clusters of one class are `classes` indices apart."""
    if weights is None:
        weights = [1.0 / classes] * classes
    elif len(weights) == classes - 1:
        weights = [*weights, 1.0 - sum(weights)]
    elif len(weights) != classes:
        raise ValueError("Weights specified but incompatible with number of classes.")
    count = classes * clusters
    sizes = [int(total * weights[k % classes] / clusters) for k in range(count)]
    for i in range(total - sum(sizes)):
        sizes[i % count] += 1
    return sizes


def _clouds(centers, sizes, draws):
    """Return points around each center, each cluster with its own linear map."""
    dimensions = centers.shape[1]
    points = draws.standard_normal(size=(sum(sizes), dimensions))
    stop = 0
    for center, size in zip(centers, sizes):
        start, stop = stop, stop + size
        spread = 2 * draws.uniform(size=(dimensions, dimensions)) - 1
        points[start:stop] = np.dot(points[start:stop], spread) + center
    return points


def _corners(count, dimensions, draws):
    """Return different corners of a cube, as rows of zeros and ones."""
    if dimensions > 30:
        first = draws.randint(2, size=(count, dimensions - 30))
        return np.hstack([first, _corners(count, 30, draws)])
    chosen = _chosen(2**dimensions, count, draws)
    return chosen[:, None] >> np.arange(dimensions)[::-1] & 1


def _chosen(total, count, draws):
    """Return `count` different numbers below `total`, by the fastest method for their ratio."""
    if 0.01 < count / total < 0.99:
        return draws.permutation(total)[:count]
    if count / total < 0.2:
        chosen: dict[int, None] = {}
        while len(chosen) < count:
            chosen.setdefault(int(draws.randint(total)))
        return np.array(list(chosen))
    chosen = np.arange(count)
    for i in range(count, total):
        if (place := draws.randint(0, i + 1)) < count:
            chosen[place] = i
    return chosen
