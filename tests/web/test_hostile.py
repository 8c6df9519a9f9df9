"""What a run sends is read as if its sender were an enemy."""

import copy
import json
import struct
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.sandbox import protocol
from server.sandbox.event_schema import is_event
from server.sandbox.untrusted_reader import Forged, Frames, Full, Reader

V = {"shape": [2], "dtype": "float32", "data": [0.5, "nan"]}
BIG = {
    "shape": [300],
    "dtype": "complex64",
    "stats": {
        "min": None, "max": 1.0, "mean": 0.1, "std": 2, "zeros": 1, "nans": 0, "infs": 0,
        "histogram": [299, 1],
    },
    "picture": {"rows": 1, "cols": 2, "data": [0.5, "inf"]},
    "head": [0.5, "inf"],
}  # fmt: skip
SAME = {"same": 3, "shape": [300], "dtype": "complex64"}

EVENTS = [
    {"kind": "leaf", "tensor": "t0", "value": V, "requires_grad": True, "accumulate": "n0",
     "parameter": False, "grad_of": None, "line": 1},
    {"kind": "op", "op": "mul", "params": {"dim": [0, None, -1], "p": "nan"}, "grad_mode": True,
     "inputs": [{"slot": "self", "tensor": "t0"}, {"slot": "other", "number": [0.0, 2.0]}],
     "outputs": [{"tensor": "t1", "value": BIG, "requires_grad": True, "view_of": None}],
     "node": {"id": "n1", "name": "MulBackward0", "edges": [{"slot": "self", "to": "n0", "nr": 0},
                                                           {"slot": None, "to": None, "nr": 0}]},
     "saved": [{"name": "other", "tensor": "t0", "version": 0, "bytes": 8}],
     "during": None, "scope": ["step()", "net.0"], "calls": [1, 2], "line": None,
     "modules": [{"name": "net.0", "type": "Linear", "extra": "in_features=2"}]},
    {"kind": "name", "tensor": "t1", "name": "w", "frame": 0, "line": 2},
    {"kind": "write", "tensor": "t0", "version": 1, "value": V, "by": "add_", "via": "t1",
     "line": 3},
    {"kind": "mode", "what": "grad_mode", "enabled": False, "by": "no_grad", "within": None,
     "line": 4},
    {"kind": "mode", "what": "detach", "tensor": "t2", "of": "t1", "line": 4},
    {"kind": "mode", "what": "requires_grad_", "tensor": "t2", "requires_grad": True, "line": 4,
     "accumulate": "n2"},
    {"kind": "backward", "phase": "begin", "call": 1, "api": "backward", "within": None,
     "roots": [{"tensor": "t1", "node": "n1", "nr": 0, "seed": V}], "create_graph": False,
     "retain_graph": False, "inputs": None, "line": 5, "kept": 1, "oldest": 1},
    {"kind": "backward", "phase": "end", "call": 1, "failed": False,
     "results": [{"tensor": "t0", "value": None}], "line": 5},
    {"kind": "run", "node": "n1", "grads": [V, None, BIG | {"id": 3}, SAME]},
    {"kind": "flow", "node": "n1", "edge": 0, "to": "n0", "nr": 0, "value": V, "sum": V,
     "arrived": 1, "needed": 1},
    {"kind": "hook", "where": "tensor", "node": None, "tensor": "t1", "name": "f", "before": V,
     "after": None},
    {"kind": "grad", "tensor": "t0", "node": "n0", "before": None, "added": V, "after": V,
     "by": "accumulate", "call": 1, "line": 5},
    {"kind": "free", "node": "n1"}, {"kind": "full", "line": 6},
    {"kind": "print", "text": "<b>\n", "how": "print", "line": 6},
    {"kind": "fail", "type": "RuntimeError", "message": "m", "line": 7,
     "blame": {"nodes": ["n1"], "tensors": ["t0"]}, "traceback": ["line 7, in <module>"]},
]  # fmt: skip
KINDS = [f"{event['kind']}" + "".join(f" {event[k]}" for k in ("what", "phase") if k in event)
         for event in EVENTS]  # fmt: skip


def ready():
    return protocol.framed(protocol.READY, b'{"engine":"0.1.0"}')


def tape(text):
    return protocol.framed(protocol.TAPE, b'{"events":' + text + b',"ops":{}}')


def read(data, limit=1000):
    reader = Reader(limit)
    return [(kind, reader.body(kind, text)) for kind, text in Frames().feed(data)]


def places(value, path=()):
    """Every path into a JSON value, itself included."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def changed(event, path, new):
    event = copy.deepcopy(event)
    inside = event
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = new
    return event


@pytest.mark.parametrize("event", EVENTS, ids=KINDS)
def test_an_event_of_the_run_document_passes_whole(event):
    frames = read(ready() + tape(protocol.text_of([event])))
    assert frames[1][1]["events"] == [event]


@pytest.mark.parametrize("event", EVENTS, ids=KINDS)
def test_an_event_with_a_field_missing_or_added_is_refused(event):
    assert not is_event(event | {"extra": 1})
    for field in event:
        rest = {key: value for key, value in event.items() if key != field}
        assert is_event(rest) is (field == "modules")  # only ops that meet a module have it


@pytest.mark.parametrize("event", EVENTS, ids=KINDS)
def test_an_object_in_place_of_any_part_of_an_event_is_refused(event):
    for path in places(event):
        if path and "params" not in path and "number" not in path:
            assert not is_event(changed(event, path, {"forged": True})), path


@pytest.mark.parametrize(
    "value",
    [
        V | {"data": [1.0]},
        V | {"data": [1.0, 10**40]},
        V | {"data": [1.0, "1"]},
        V | {"data": [1.0, [1.0, 2.0, 3.0]]},
        V | {"shape": [-2]},
        V | {"shape": [True, 2]},
        V | {"shape": [2**70, 0]},
        V | {"shape": [1] * 65 + [2]},
        BIG | {"shape": [2]},
        BIG | {"picture": {"rows": 1, "cols": 3, "data": [1, 2]}},
        BIG | {"picture": {"rows": 577, "cols": 1, "data": [0] * 577}},
        BIG | {"head": [0.0] * 5},
        {"shape": [257], "dtype": "float32", "data": [0.0] * 257},
    ],
)
def test_a_value_that_is_not_what_its_shape_says_is_refused(value):
    assert not is_event({"kind": "run", "node": "n1", "grads": [value]})


@pytest.mark.parametrize(
    "name", ["t", "t-1", "n1", "t1 ", "t1\n", "t1234567890", "t١", "constructor"]
)
def test_an_id_that_is_no_tensors_is_refused(name):
    assert not is_event({"kind": "name", "tensor": name, "name": "w", "frame": 0, "line": 1})


@pytest.mark.parametrize(
    "text",
    [
        b"", b"nonsense", b"[NaN]", b"[Infinity]", b"[-Infinity]", b'["a" 1]', b"\xff\xfe", b"[1",
        b"[" * 100_000, b'{"a":' * 100_000, b"[" + b"9" * 5000 + b"]", b"null", b"[null]", b"[[]]",
    ],
)  # fmt: skip
def test_what_is_not_a_list_of_events_in_json_is_refused(text):
    with pytest.raises((Forged, Full)):
        read(ready() + tape(text))


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" * 41])
def test_a_number_beyond_all_bounds_is_refused(number):
    text = json.dumps([EVENTS[9]]).replace("0.5", number).encode()
    with pytest.raises(Forged):
        read(ready() + tape(text))


def test_a_deep_parameter_is_refused():
    deep = []
    for _ in range(20):
        deep = [deep]
    assert not is_event(changed(EVENTS[1], ("params",), {"p": deep}))


def test_lone_surrogates_become_replacement_characters_and_pairs_stay():
    event = EVENTS[-2] | {"text": "MARK"}
    text = json.dumps([event]).replace("MARK", r"\ud83d\ude00 \uDFFF \\ud800").encode()
    (_, (_, body)) = read(ready() + tape(text))
    assert body["events"][0]["text"] == "\U0001f600 \ufffd \\ud800"


def end(kind, **told):
    body = {"kind": kind, "limit": None, "line": None, "status": None} | told
    return protocol.framed(protocol.END, protocol.text_of(body))


END = end("finished", status=0)


@pytest.mark.parametrize(
    "data",
    [
        tape(b"[]"),
        END,
        ready() + ready(),
        ready() + END + tape(b"[]"),
        ready() + END + END,
        ready() + protocol.framed(b"X", b"{}"),
        ready() + protocol.HEADER.pack(protocol.TAPE, 2**32 - 1),
        ready() + end("finished", limit="wall", status=0),
        ready() + end("stopped", limit="wall"),
        ready() + end("stopped", limit="cpu", line=0),
        ready() + end("stopped", limit="cpu", status=3),
        ready() + end("<b>", status=0),
        ready() + end("finished"),
        ready() + end("finished", status=256),
        ready() + end("finished", status=True),
        protocol.framed(protocol.READY, b'{"engine":1}'),
    ],
)
def test_frames_that_no_run_sends_are_refused(data):
    with pytest.raises(Forged):
        read(data)


def test_frames_may_arrive_in_any_pieces():
    data = ready() + tape(protocol.text_of(EVENTS)) + END
    cut, reader = Frames(), Reader(1000)
    frames = [frame for i in range(len(data)) for frame in cut.feed(data[i : i + 1])]
    assert [kind for kind, _ in frames] == [protocol.READY, protocol.TAPE, protocol.END]
    assert reader.body(*frames[1])["events"] == EVENTS


def test_half_a_frame_is_waited_for():
    assert read((ready() + END)[:-1])[-1][0] == protocol.READY


def test_more_events_than_the_limit_fill_the_tape():
    free = protocol.text_of([EVENTS[-4]] * 4)
    assert len(read(ready() + tape(free), limit=2)) == 2
    with pytest.raises(Full):
        read(ready() + tape(free), limit=1)


def test_after_a_full_tape_come_only_prints_and_of_these_no_more_than_the_tape_holds():
    full, text, fail = EVENTS[-3:]
    assert len(read(ready() + tape(protocol.text_of([full] + [text] * 3)), limit=1)) == 2
    with pytest.raises(Full):
        read(ready() + tape(protocol.text_of([full] + [text] * 4)), limit=1)
    for late in EVENTS[-4], full:
        with pytest.raises(Forged):
            read(ready() + tape(protocol.text_of([full, late, fail])))


def test_more_bytes_or_values_than_the_server_holds_fill_the_tape(monkeypatch):
    text = protocol.text_of([EVENTS[-2] | {"text": "x" * 5000}])
    monkeypatch.setattr(protocol, "MOST", protocol.Weight(12_000, 4_000_000))
    with pytest.raises(Full):
        read(ready() + tape(text) * 3)
    monkeypatch.setattr(protocol, "MOST", protocol.Weight(12_000, 100))
    with pytest.raises(Full):
        read(ready() + tape(b"[" + b"[]," * 100 + b"[]]"))


WHOLE = ready() + tape(protocol.text_of(EVENTS[:4])) + tape(protocol.text_of(EVENTS[4:])) + END


def mutated(random, stream):
    """`stream` with a few bytes flipped, cut out, doubled, or put in."""
    data = bytearray(stream)
    for _ in range(random.randint(1, 4)):
        at, length = random.randrange(len(data)), random.choice((1, 1, 2, 8, 200))
        piece = data[at : at + length]
        data[at : at + length] = random.choice(
            (
                bytes([random.randrange(256)]),
                b"",
                piece + piece,
                random.randbytes(length),
                random.choice((b'"', b"[", b"}", b"1e999", b"NaN", b"null", b"\\ud800", b"-9")),
            )
        )
        if not data:
            break
    return bytes(data)


def test_ten_thousand_mutated_streams_give_true_events_or_the_expected_refusal():
    random = Random(4)
    refused = 0
    for _ in range(10_000):
        try:
            frames = read(mutated(random, WHOLE))
        except (Forged, Full):
            refused += 1
            continue
        bodies = [body for kind, body in frames if kind == protocol.TAPE]
        events = [event for body in bodies for event in body["events"]]
        assert all(map(is_event, events))
        assert "\ud800" not in repr(events)
    assert 5_000 < refused < 10_000


@given(st.binary(max_size=200))
def test_any_bytes_at_all_give_frames_or_the_expected_refusal(data):
    for prefix in (b"", ready(), ready() + struct.pack(">cI", protocol.TAPE, len(data))):
        try:
            read(prefix + data)
        except (Forged, Full):
            pass
