"""How a tape is sliced into passes."""

import pytest

from server.graph.passes import Span, spans
from tests.web.tapes import STORIES, TapeWriter, accumulation, failing, training


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_passes_cover_all_events_in_order_without_overlap(story):
    events = story()
    covered = [i for first, last, _ in spans(events) for i in range(first, last + 1)]
    assert covered == list(range(len(events)))


def test_a_run_without_events_is_one_empty_pass():
    assert spans([]) == [Span(0, -1, None)]


def test_a_run_without_backward_is_one_pass_without_a_call():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    tape.op("exp", x)
    assert [span.call for span in spans(tape.events)] == [None]


def test_each_backward_is_a_pass_and_keeps_what_follows_it():
    events = accumulation()
    found = spans(events)
    assert [span.call for span in found] == [1, 2, 3]
    assert events[found[0].last]["kind"] == "print"
    assert events[found[1].last]["kind"] == "grad"


def test_an_update_by_hand_belongs_to_the_step_before_it():
    events = training(steps=3)
    found = spans(events)
    assert [span.call for span in found] == [1, 2, 3]
    for span in found[1:]:
        assert events[span.first]["kind"] == "op"
        assert events[span.first]["op"] == "matmul"


def test_a_batch_made_for_the_next_step_belongs_to_the_next_step():
    tape = TapeWriter()
    w = tape.leaf("w", requires_grad=True)
    for _ in range(2):
        batch = tape.op("sub", tape.leaf("batch"))
        tape.print("a batch")
        tape.backward(tape.op("mul", w, batch))
        tape.zero_grad(w)
    first, second = spans(tape.events)
    assert tape.events[second.first]["kind"] == "leaf"
    assert (first.call, second.call) == (1, 2)


def test_ops_after_the_last_backward_are_a_pass_of_their_own():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    tape.backward(tape.op("exp", x))
    tape.op("log", x)
    assert [span.call for span in spans(tape.events)] == [1, None]


def test_a_failed_backward_is_a_pass():
    events = failing()
    assert [span.call for span in spans(events)] == [1, 2]
    assert spans(events)[-1].last == len(events) - 1


def test_an_end_before_its_begin_ends_nothing():
    tape = TapeWriter()
    y = tape.op("exp", tape.leaf("x", requires_grad=True))
    for call in (2, 1):
        tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
        tape.op("log", y)
    tape.backward(y)
    tape.op("log", y)
    tape.begin(y)
    covered = [i for first, last, _ in spans(tape.events) for i in range(first, last + 1)]
    assert covered == list(range(len(tape.events)))


def test_ops_that_a_backward_makes_do_not_cut_it():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("mul", x, x)
    call = tape.begin(y)
    tape.op("mul", x, during=tape.maker[y])
    tape.say("backward", phase="end", call=call, failed=False, results=[], line=None)
    assert len(spans(tape.events)) == 1


def test_a_backward_inside_a_backward_does_not_cut_it():
    tape = TapeWriter()
    x = tape.leaf("x", requires_grad=True)
    y = tape.op("mul", x, x)
    outer = tape.begin(y)
    tape.backward(y)
    tape.say("backward", phase="end", call=outer, failed=False, results=[], line=None)
    assert spans(tape.events) == [Span(0, len(tape.events) - 1, 1)]
