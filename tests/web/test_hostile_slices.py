"""A run that was asked for a part of one value may be an enemy too."""

import base64

import pytest

from server.sandbox import protocol
from server.sandbox.untrusted_reader import Forged, Frames, Reader

VALUE = {
    "shape": [300],
    "dtype": "float32",
    "stats": {
        "min": 0.0, "max": 1.0, "mean": 0.1, "std": 2, "zeros": 1, "nans": 0, "infs": 0,
        "histogram": [299, 1],
    },
    "picture": {"rows": 1, "cols": 2, "data": [0.5, "inf"]},
    "head": [0.5, "inf"],
}  # fmt: skip
WANTED = protocol.Wanted(1, ((0, 3),))
TOLD = {
    "value": VALUE, "min": 0, "max": None, "odd": [3], "form": "f4",
    "entries": base64.b64encode(bytes(12)).decode(),
}  # fmt: skip
READY = protocol.framed(protocol.READY, protocol.text_of({"engine": "0"}))
END = protocol.framed(
    protocol.END, protocol.text_of({"kind": "finished", "limit": None, "line": None, "status": 0})
)
TAPE = protocol.framed(protocol.TAPE, protocol.text_of({"events": [], "ops": {}}))


def frames(*parts, wanted=WANTED):
    reader, sent = Reader(10, wanted), READY + b"".join(parts)
    return [
        (kind, reader.body(kind, text))
        for kind, text in Frames(is_sought=wanted is not None).feed(sent)
    ]


def told(**changed):
    return protocol.framed(protocol.SLICE, protocol.text_of(TOLD | changed))


def test_a_part_of_a_value_comes_through_as_it_was_sent():
    assert [body for _, body in frames(told(), END)][1] == TOLD
    assert frames(END)[-1][0] == protocol.END  # the value never came
    assert frames(told(entries=None))[-1][1]["entries"] is None


@pytest.mark.parametrize(
    "changed",
    [
        {"entries": base64.b64encode(bytes(16)).decode()},
        {"entries": "<b>"},
        {"entries": 3},
        {"form": "f2"},
        {"form": "f8"},
        {"odd": [0] * 65},
        {"odd": [-1]},
        {"min": -1},
        {"value": {"shape": [1], "dtype": "float32", "data": ["x"]}},
        {"value": VALUE | {"dtype": "complex64"}},
        {"more": 1},
    ],
)
def test_what_is_no_part_of_a_value_is_refused(changed):
    with pytest.raises(Forged):
        frames(told(**changed))


@pytest.mark.parametrize("parts", [(TAPE,), (told(), told()), (told(), TAPE)])
def test_nothing_else_is_told_by_a_run_that_was_asked_for_a_value(parts):
    with pytest.raises(Forged):
        frames(*parts)


def test_a_run_that_was_asked_for_its_tape_sends_no_part_of_a_value():
    with pytest.raises(Forged):
        frames(told(), wanted=None)
