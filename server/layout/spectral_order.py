"""Order all layers of a dense graph at once, as an eigenvector that levels the ends of edges.

That is the smoothest of the ways across the layers. Power iteration finds it; sweeps from layer to
layer see one layer at a time and often do not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from server.layout.crossing_reduction import crossings, exchange, settle

# For how many rounds all layers pull: at first, and from an order that is good already.
ROUNDS, ROUNDS_AGAIN = 280, 5
WORK, LEAST_TIMES = 6_000, 2  # how many vertices pull in all, and how often at least
VAST = 16_000  # steps beyond which all pull only once, and neighbours change places once
MOST_ALIKE = 8  # edges on one step that are counted

# Steps between vertices of neighbouring layers, and how many edges take each.
Steps = Mapping[tuple[int, int], int]


def balanced(layers: list[list[int]], steps: Steps) -> list[list[int]]:
    """The best order that comes of letting all layers pull at once, beginning with `layers`.

    What counts are pairs of edges that cross: a line that several share is worth them all.
    """
    place = [0] * sum(map(len, layers))
    left: list[list[int]] = [[] for _ in place]
    right: list[list[int]] = [[] for _ in place]
    for (a, b), edges in steps.items():
        left[b] += [a] * min(edges, MOST_ALIKE)
        right[a] += [b] * min(edges, MOST_ALIKE)
    best, fewest, rounds = layers, math.inf, ROUNDS
    is_vast = len(steps) > VAST
    for _ in range(1 if is_vast else max(LEAST_TIMES, WORK // max(1, len(place)))):
        layers = relaxed(best, steps, rounds)
        settle(layers, place)
        count = crossings(layers, right)
        for turns in (False,) if is_vast else (True, True, False):
            count -= exchange(layers, left, right, place, turns)
        if count >= fewest:
            break
        best, fewest, rounds = layers, count, ROUNDS_AGAIN
    return best


def relaxed(layers: list[list[int]], steps: Steps, rounds: int) -> list[list[int]]:
    """The vertices of each layer in such an order, coming from the one that they are in.

    `steps` says for each step from a vertex to one of the next layer how much it pulls.
    """
    count = sum(map(len, layers))
    order, sizes = np.concatenate([np.array(layer, int) for layer in layers]), [*map(len, layers)]
    layer_of, y = np.empty(count, int), np.empty(count)
    layer_of[order] = np.repeat(np.arange(len(layers)), sizes)
    within = np.arange(count) - np.repeat(np.cumsum([0, *sizes[:-1]]), sizes)
    last = np.repeat(sizes, sizes) - 1
    y[order] = np.where(last > 0, 2 * within / np.maximum(last, 1) - 1, 0)
    ends = np.array(list(steps), int).reshape(-1, 2)
    pull = np.tile(np.fromiter(steps.values(), float, len(steps)), 2)
    here, there = ends.T.ravel(), ends[:, ::-1].T.ravel()
    share = 0.5 / np.maximum(np.bincount(here, pull, count), 1)
    alike = 1 / np.maximum(np.bincount(layer_of), 1)
    for _ in range(rounds):
        # Half way only: going the whole way, odd and even layers would change places for ever.
        y = y / 2 + share * np.bincount(here, pull * y[there], count)
        y -= (np.bincount(layer_of, y) * alike)[layer_of]
        spread = np.sqrt(np.bincount(layer_of, y * y) * alike)
        y /= np.maximum(spread, 1e-9)[layer_of]
    height = y.tolist()
    return [sorted(layer, key=height.__getitem__) for layer in layers]
