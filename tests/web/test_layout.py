"""What holds of every layout: nothing overlaps, and edges are square, whatever the tape."""

import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
from hypothesis import given

from server.layout.direction import RIGHT
from server.layout.placement_units import DOCK
from tests.sampling import examples
from tests.web.drawings import drawings, inside, samples, sizes_of, tape_events, turned


@examples(40)
@given(tape_events())
def test_no_two_boxes_overlap_and_all_lie_on_the_sheet(events):
    for drawn in drawings(events):
        for box in drawn.boxes:
            assert 0 <= box.x - box.w / 2 and box.x + box.w / 2 <= drawn.width
            assert 0 <= box.y - box.h / 2 and box.y + box.h / 2 <= drawn.height
        for a, b in combinations(drawn.boxes, 2):
            apart = abs(a.x - b.x) >= (a.w + b.w) / 2 or abs(a.y - b.y) >= (a.h + b.h) / 2
            assert apart, (a, b)


@examples(40)
@given(tape_events())
def test_no_edge_passes_through_a_box(events):
    for drawn in drawings(events):
        for edge in drawn.edges:
            for x, y in samples(edge.points):
                assert not any(inside(box, x, y) for box in drawn.boxes), (edge, x, y)


@examples(40)
@given(tape_events())
def test_no_box_covers_the_tabs_of_another(events):
    for drawn in drawings(events):
        for box, size in zip(drawn.boxes, sizes_of(drawn), strict=True):
            left, low = box.x - box.w / 2, box.y + box.h / 2
            for other in drawn.boxes:
                clear = (
                    size.tabs == 0
                    or abs(other.x - (left - 22)) >= other.w / 2 + 22
                    or abs(other.y - (low - size.tabs / 2)) >= (other.h + size.tabs) / 2
                )
                assert clear, (box, other)


@examples(40)
@given(tape_events())
def test_edges_leave_the_far_side_and_enter_the_near_side_square(events):
    for drawn in drawings(events):
        sizes = sizes_of(drawn)
        for edge in drawn.edges:
            if edge.kind == "leaf":
                continue
            source, target = drawn.boxes[edge.source], drawn.boxes[edge.target]
            (u0, v0), (u1, v1), *_, (u2, v2), (u3, v3) = turned(drawn, edge.points)
            ((su, sv), (tu, tv)) = turned(drawn, [(source.x, source.y), (target.x, target.y)])
            (sl, sw), (tl, tw) = turned(drawn, [(source.w, source.h), (target.w, target.h)])
            assert u0 == su + sl / 2
            assert v0 == sv or edge.port is not None
            assert sv - sw / 2 < v0 < sv + sw / 2
            assert u3 == tu - tl / 2
            assert v0 == v1 and u0 < u1
            assert v2 == v3 and u2 < u3
            tabs = sizes[edge.target].tabs if drawn.bearing is RIGHT else 0
            assert tv - tw / 2 < v3 < tv + tw / 2 - tabs


@examples(40)
@given(tape_events())
def test_edges_of_one_output_leave_from_one_port_apart_from_others(events):
    for drawn in drawings(events):
        ports = {}
        for edge in drawn.edges:
            if edge.port is not None:
                ports.setdefault(edge.source, {}).setdefault(edge.port, set()).add(edge.points[0])
        for box, places in ports.items():
            assert len(places) == sizes_of(drawn)[box].ports
            assert all(len(points) == 1 for points in places.values())
            across = sorted(v for points in places.values() for _, v in turned(drawn, points))
            assert all(b - a >= 14 for a, b in pairwise(across))


@examples(40)
@given(tape_events())
def test_no_box_covers_the_names_of_the_ports_of_another(events):
    for drawn in drawings(events):
        for box, size in zip(drawn.boxes, sizes_of(drawn), strict=True):
            if size.ports:
                room = drawn.bearing.port_room
                (u, v), (long, wide) = turned(drawn, [(box.x, box.y), (box.w, box.h)])
                x, y = drawn.bearing.turned(u + (long + room) / 2, v)
                w, h = drawn.bearing.turned(room, wide)
                for other in drawn.boxes:
                    clear = (
                        abs(other.x - x) >= (other.w + w) / 2
                        or abs(other.y - y) >= (other.h + h) / 2
                    )
                    assert clear, (box, other)


@examples(40)
@given(tape_events())
def test_a_leaf_stands_on_its_accumulate_grad(events):
    for drawn in drawings(events):
        for edge in drawn.edges:
            if edge.kind == "leaf":
                leaf, pill = drawn.boxes[edge.source], drawn.boxes[edge.target]
                assert pill.y - pill.h / 2 == leaf.y + leaf.h / 2 + DOCK
                assert {x for x, _ in edge.points} == {pill.x}
                assert abs(pill.x - leaf.x) < leaf.w / 2
                ends = (leaf.y + leaf.h / 2, pill.y - pill.h / 2)
                assert (edge.points[0][1], edge.points[-1][1]) == ends


@examples(40)
@given(tape_events())
def test_parallel_edges_are_apart(events):
    for drawn in drawings(events):
        for a, b in combinations(drawn.edges, 2):
            if (a.source, a.target) == (b.source, b.target):
                along, across = zip(*samples(turned(drawn, a.points)), strict=True)
                others = zip(*samples(turned(drawn, b.points)), strict=True)
                steps = np.linspace(along[0], along[-1], 200)
                apart = np.interp(steps, along, across) - np.interp(steps, *others)
                assert np.abs(apart).max() >= 12


@examples(50)
@given(tape_events())
def test_boxes_and_edges_keep_the_order_of_the_graph(events):
    for drawn in drawings(events):
        assert len(drawn.boxes) == len(drawn.graph)
        assert len(drawn.edges) == drawn.graph.number_of_edges()


def test_a_layout_is_the_same_in_every_process():
    program = (
        "from tests.web import drawings as d, tapes\n"
        "print([d.place(d.graphs(story())[0]) for story in tapes.STORIES.values()])"
    )
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
