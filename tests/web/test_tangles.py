"""What holds of drawings whose lines no order keeps apart: short edges, and few crossings."""

import random

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from server.layout.crossing_reduction import crossings
from server.layout.dummy_vertices import layered
from server.layout.layering import depths, ranks, web_of
from server.layout.network_simplex import Tree
from server.layout.placement_units import Joint


@st.composite
def webs(draw):
    """How many units there are, and the pairs of them that lines join, the earlier one first."""
    count = draw(st.integers(1, 14))
    ends = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    pairs = draw(st.lists(ends.filter(lambda pair: pair[0] < pair[1]), max_size=30))
    return count, list(dict.fromkeys(pairs))


def least_length(count, pairs):
    """The least total length of lines at least one layer long, as the flow that is its dual."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(count), demand=0)
    for a, b in pairs:
        graph.nodes[a]["demand"] -= 1
        graph.nodes[b]["demand"] += 1
        graph.add_edge(a, b, weight=-1)
    return -nx.network_simplex(graph)[0]


@given(webs())
def test_the_simplex_finds_the_least_total_length_and_keeps_every_line_forward(drawn):
    count, pairs = drawn
    web = web_of(count, pairs)
    rank = depths(web)
    Tree(web.after, web.before, rank).shorten()
    assert all(rank[a] < rank[b] for a, b in pairs)
    assert sum(rank[b] - rank[a] for a, b in pairs) == least_length(count, pairs)


@given(webs())
def test_tight_ranks_begin_at_the_first_layer_and_keep_the_order_of_stages(drawn):
    count, pairs = drawn
    web = web_of(count, pairs)
    stages = [int(v >= count / 2) for v in range(count)]
    rank = ranks(web, stages, tight=True)
    assert min(rank) == 0
    early = [r for r, stage in zip(rank, stages, strict=True) if stage == 0]
    late = [r for r, stage in zip(rank, stages, strict=True) if stage == 1]
    assert not early or not late or max(early) < min(late)
    assert all(rank[a] < rank[b] for a, b in pairs)


def tangle(boxes: int) -> tuple[list[str], list[int], list[Joint]]:
    """Ops over two of the latest thirty results."""
    dice = random.Random(3)
    joints: list[Joint] = [
        (source, box, "tape", None)
        for box in range(4, boxes)
        for source in dice.sample(range(max(0, box - 30), box), k=2)
    ]
    return ["op"] * boxes, [0] * boxes, joints


def test_a_tangle_crosses_fewer_lines_than_sweeps_from_layer_to_layer_leave(monkeypatch):
    drawn = layered(*tangle(250))
    monkeypatch.setattr("server.layout.dummy_vertices.TANGLED", 10**9)
    read = layered(*tangle(250))
    assert crossings(drawn.layers, drawn.right) < 0.95 * crossings(read.layers, read.right)


def test_a_drawing_that_is_no_tangle_is_read_from_its_loss_to_its_inputs():
    kinds = ["op"] * 5
    joints: list[Joint] = [(a, b, "tape", None) for a, b in ((0, 2), (1, 2), (2, 4), (3, 4))]
    drawn = layered(kinds, [0] * 5, joints)
    assert [sorted(layer) for layer in drawn.layers] == [[0, 1], [2, 3], [4]]
    assert crossings(drawn.layers, drawn.right) == 0
