"""No tape that the reader accepts costs more to draw than the budget; what is left out is said."""

import json
import threading
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server import pipeline
from server.config import Config
from server.document.run import VERSION, OutcomeSummary, Run, Snippet, from_json, text_of
from server.graph.dataflow import read
from server.graph.graph import fair_share
from server.layout.budget import LEAST_BOXES, LEAST_PASSES, RESERVE, OutOfTime, limited
from server.layout.recent_layouts import Placed
from server.sandbox.event_schema import is_event
from tests.sampling import by_day, examples
from tests.web.tapes import STORIES, TapeWriter, number
from tests.web.torrents import TORRENTS

MARGIN = 20  # processor seconds, on a busy machine
# The timer may ring in a callback of the garbage collector, such as Hypothesis' own; Python writes
# that such an exception was ignored, and the timer rings again.
IN_CALLBACKS = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
# A budget so small that ordinary tapes meet all of its bounds.
TIGHT = Config(pass_boxes=6, run_boxes=12, pass_edges=8, run_edges=60, run_shown=80, run_passes=4,
               drawn_bytes=60_000)  # fmt: skip


def document(events, config):
    """The run document of a tape, written and read again."""
    drawn, layouts = pipeline.draw(events, config)
    ended = OutcomeSummary("finished", None, None, 0, 0.0, "strong")
    run = Run(
        VERSION, "0", Snippet("", 0, True), tuple(events), drawn, layouts, {}, ended, (),
    )  # fmt: skip
    return from_json(json.loads(text_of(run)))


def check(events, config):
    """Draw a tape and hold the result to the budget."""
    assert all(map(is_event, events))
    start = time.process_time()
    run = document(events, config)
    assert time.process_time() - start < config.draw_seconds + RESERVE + MARGIN
    placed = [(len(each.boxes), Placed.of(each).edges) for each in run.layouts]
    most_edges = max(config.pass_edges, config.pass_boxes, 4 * LEAST_BOXES)
    assert max(len(each.boxes) for each in run.passes) <= max(config.pass_boxes, LEAST_BOXES)
    assert max(len(each.edges) for each in run.layouts) <= most_edges
    assert sum(n for n, _ in placed) <= config.run_boxes + LEAST_BOXES * (LEAST_PASSES + 2)
    assert sum(n for _, n in placed) <= config.run_edges + 4 * most_edges
    assert len(run.passes) <= config.run_passes + 1
    written = sum(len(text_of(each)) for each in (*run.passes, *run.layouts))
    assert written <= config.drawn_bytes + 2**20 + 150 * len(run.passes)
    flags = [each.drawn for each in run.passes]
    assert flags == sorted(flags, reverse=True)
    assert all(each.drawn or not each.boxes for each in run.passes)
    assert max((box.w for each in run.layouts for box in each.boxes), default=0) < 1500
    assert max((box.h for each in run.layouts for box in each.boxes), default=0) < 3000
    return run


@pytest.mark.parametrize("name", by_day(TORRENTS, 3))
def test_a_tape_made_to_cost_much_keeps_to_the_budget(name):
    write, _, size = TORRENTS[name]
    check(write(size), Config())
    check(write(size // 20), TIGHT)


@pytest.mark.nightly
@pytest.mark.parametrize("name", TORRENTS)
def test_a_whole_tape_made_to_cost_much_keeps_to_the_budget(name):
    write, size, _ = TORRENTS[name]
    check(write(size), Config())


TENSORS = st.sampled_from([f"t{i}" for i in range(12)])
NODES = st.sampled_from([f"n{i}" for i in range(12)])
SHAPES = st.sampled_from([(), (2,), (3, 1), (0,)])
VALUES = st.builds(number, shape=SHAPES)
WORDS = st.sampled_from(["x", "net.0", "step()", "w" * 400, "", "图"])
LINES = st.none() | st.integers(1, 5)
NUMBERS = st.sampled_from([0, 1, 2, 2**52, 2**53 - 1])


def records(**fields):
    return st.fixed_dictionaries({k: v if isinstance(v, st.SearchStrategy) else st.just(v)
                                  for k, v in fields.items()})  # fmt: skip


SCOPES = st.lists(st.tuples(WORDS, NUMBERS), max_size=4)
SPARSE = records(
    kind="op", op=WORDS, params={}, grad_mode=st.booleans(), during=st.none() | NODES, line=LINES,
    inputs=st.lists(records(slot=WORDS, tensor=TENSORS), max_size=5),
    outputs=st.lists(records(tensor=TENSORS, value=VALUES, requires_grad=st.booleans(),
                             view_of=st.none() | TENSORS), max_size=3),
    node=st.none() | records(
        id=NODES, name=WORDS,
        edges=st.lists(records(slot=WORDS, to=st.none() | NODES, nr=NUMBERS), max_size=5),
    ),
    saved=st.lists(records(name=WORDS, tensor=TENSORS, version=NUMBERS, bytes=NUMBERS), max_size=2),
    scope=SCOPES,
)  # fmt: skip
OPS = SPARSE.map(lambda op: op | {"scope": [label for label, _ in op["scope"]],
                                  "calls": [nr for _, nr in op["scope"]]})  # fmt: skip
EVENTS = OPS | st.one_of(
    records(kind="leaf", tensor=TENSORS, value=VALUES, requires_grad=st.booleans(),
            accumulate=st.none() | NODES, parameter=False, grad_of=None, line=LINES),
    records(kind="name", tensor=TENSORS, name=WORDS, frame=NUMBERS, line=LINES),
    records(kind="mode", what="detach", tensor=TENSORS, of=TENSORS, line=LINES),
    records(kind="mode", what="requires_grad_", tensor=TENSORS, requires_grad=st.booleans(),
            accumulate=st.none() | NODES, line=LINES),
    records(kind="backward", phase="begin", call=NUMBERS, api="grad", within=st.none(),
            retain_graph=True, create_graph=False, inputs=None, line=LINES,
            roots=st.lists(records(tensor=TENSORS, node=st.none() | NODES, nr=NUMBERS,
                                   seed=VALUES), max_size=3)),
    records(kind="backward", phase="end", call=NUMBERS, failed=False, results=[], line=LINES),
    records(kind="free", node=NODES),
)  # fmt: skip

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
QUICK = examples(60, suppress_health_check=SLOW)


@QUICK
@given(st.lists(EVENTS, max_size=40), st.sampled_from([Config(), TIGHT]))
def test_any_stream_of_events_is_drawn_within_the_budget(events, config):
    check(events, config)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@settings(max_examples=2000, deadline=None, suppress_health_check=SLOW)
@given(st.lists(EVENTS, max_size=120), st.sampled_from([Config(), TIGHT]))
def test_very_many_streams_of_events_are_drawn_within_the_budget(events, config):
    check(events, config)


CHANGES = st.lists(
    st.tuples(st.sampled_from(["drop", "twice", "swap"]), st.integers(0, 999), st.integers(0, 999)),
    min_size=1, max_size=30,
)  # fmt: skip


@QUICK
@given(st.sampled_from(sorted(STORIES)), CHANGES, st.sampled_from([Config(), TIGHT]))
def test_a_tape_whose_events_are_dropped_repeated_or_moved_is_drawn(story, changes, config):
    events = STORIES[story]() * 2
    for change, i, j in changes:
        if len(events) > 1:
            i, j = i % len(events), j % len(events)
            if change == "drop":
                del events[i]
            elif change == "twice":
                events.insert(j, events[i])
            else:
                events[i], events[j] = events[j], events[i]
    check(events, config)


def test_passes_after_the_end_of_the_budget_are_empty_and_say_so():
    run = check(TORRENTS["retained"][0](50), Config(run_shown=500))
    flags = [each.drawn for each in run.passes]
    assert 2 < sum(flags) < 10
    assert {each.left_out for each in run.passes if not each.drawn} == {0}


def test_passes_beyond_the_greatest_number_are_one_that_is_not_drawn():
    run = check(TORRENTS["growing"][0](50), Config(run_passes=10))
    assert [each.drawn for each in run.passes] == [True] * 10 + [False]
    assert run.passes[-1].left_out == 40


def test_of_too_many_edges_each_box_keeps_its_first_and_the_rest_are_counted():
    run = check(TORRENTS["dense"][0](60), Config(pass_boxes=62, pass_edges=300))
    (drawn,), (layout,) = run.passes, run.layouts
    assert 240 < len(layout.edges) <= 300
    assert drawn.edges_left_out == 1831 - len(layout.edges)
    assert {edge.target for edge in layout.edges} == set(range(1, 62))


def test_a_layout_that_the_reply_has_no_room_for_becomes_a_small_one():
    run = check(TORRENTS["hubs"][0](300), Config(drawn_bytes=200_000))
    (drawn,) = run.passes
    assert (len(drawn.boxes), drawn.drawn) == (LEAST_BOXES, True)
    assert run.layouts[drawn.layout].groups == ()


@pytest.mark.parametrize("error", [OutOfTime, MemoryError])
def test_where_time_or_memory_ends_that_pass_is_small_and_later_ones_are_not_drawn(
    monkeypatch, error
):
    place = pipeline.placed

    def placed(shown, known):
        if len(shown) > LEAST_BOXES:
            raise error
        return place(shown, known)

    monkeypatch.setattr(pipeline, "placed", placed)
    run = check(TORRENTS["growing"][0](60), Config())
    sizes = [len(each.boxes) for each in run.passes]
    assert sizes == [*range(3, 41), LEAST_BOXES, *[0] * 21]
    assert run.passes[38].left_out == 1


def test_memory_that_never_suffices_leaves_a_run_without_a_picture(monkeypatch):
    def read(*_):
        raise MemoryError

    monkeypatch.setattr(pipeline.dataflow, "read", read)
    run = check(TORRENTS["growing"][0](5), Config())
    assert [each.drawn for each in run.passes] == [False] * 5


@IN_CALLBACKS
def test_drawing_ends_with_its_time_wherever_it_is():
    events = TORRENTS["hubs"][0](3000)
    start = time.process_time()
    run = document(events, Config(draw_seconds=0.2))
    assert time.process_time() - start < MARGIN
    assert [len(each.boxes) for each in run.passes] in ([LEAST_BOXES], [0])


@IN_CALLBACKS
def test_the_timer_rings_again_where_code_swallowed_it():
    rung = 0
    with suppress(OutOfTime), limited(0.01):
        while rung < 2:
            try:
                sum(range(1000))
            except BaseException:
                rung += 1
    assert rung == 2
    sum(range(10**7))  # no timer rings here


def test_in_a_thread_drawing_ends_between_passes():
    found = []

    def draw():
        found.append(document(TORRENTS["growing"][0](80), Config(draw_seconds=0.02)))

    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
    flags = [each.drawn for each in found[0].passes]
    assert not all(flags)


@given(st.lists(st.integers(0, 50), max_size=20), st.integers(20, 300))
def test_a_fair_share_is_the_most_that_fits(counts, most):
    def together(share):
        return sum(min(count, share) for count in counts)

    share = fair_share(counts, most)
    assert together(share) <= most
    assert share == max(counts, default=1) or together(share + 1) > most


@given(st.lists(st.tuples(st.integers(0, 3), st.text("ab", max_size=4)), max_size=30))
def test_a_thing_has_the_first_of_the_longest_names_that_its_tensors_had(named):
    tape = TapeWriter()
    y = tape.op("exp", tape.leaf("x", requires_grad=True))
    event = tape.events[-1]
    event["outputs"] = [event["outputs"][0] | {"tensor": f"t{1 + i}"} for i in range(4)]
    first = len(tape.events)
    for i, name in named:
        tape.say("name", tensor=f"t{1 + i}", name=name, line=None)
    known = read(tape.events, [0])
    thing = known.things[tape.maker[y]]
    for at in range(first - 1, len(tape.events)):
        told = named[: at - first + 1]
        names = [name for i in range(4) for n, name in told if n == i]
        assert known.name(thing, at) == max(names, key=len, default="")


@pytest.mark.parametrize("number", [2**53, 2**61 - 1, 10**39])
def test_a_number_that_names_a_thing_is_one_that_python_hashes_to_itself(number):
    (begin,) = (each for each in STORIES["square"]() if each.get("phase") == "begin")
    assert is_event(begin | {"call": 2**53 - 1})
    assert not is_event(begin | {"call": number})
    assert not is_event(begin | {"within": number})
