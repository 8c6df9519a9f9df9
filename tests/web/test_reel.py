"""The tape on its way out: it ends where the server would take no more of it."""

import os

from autograd.frontend import import_hook
from autograd.recording.recorder import Recorder, record
from server.sandbox import protocol, untrusted_reader
from server.sandbox.event_stream import READY, Tape

import_hook.install()
import torch  # noqa: E402  which is our engine here


def test_a_tape_that_is_as_heavy_as_it_may_be_is_full(tmp_path, monkeypatch):
    monkeypatch.setattr(protocol, "MOST", protocol.Weight(60_000, 4_000_000))
    monkeypatch.setattr(protocol, "SPARED", protocol.Weight(20_000, 500_000))
    recorder = Recorder(event_limit=10_000)
    tape = Tape(recorder, 10_000)
    tape.sink = os.open(tmp_path / "frames", os.O_CREAT | os.O_WRONLY)
    tape.write(READY)
    with record(recorder):
        x = torch.ones(16)
        for i in range(300):
            x = x + 1
            recorder.printed(str(i), "print")
            tape.flush()
    os.close(tape.sink)
    frames = untrusted_reader.Frames().feed((tmp_path / "frames").read_bytes())
    reader = untrusted_reader.Reader(10_000)
    bodies = [reader.body(kind, text) for kind, text in frames if kind == protocol.TAPE]
    told = [event for body in bodies for event in body["events"]]
    kinds = [event["kind"] for event in told]
    assert 100 < kinds.index("full") < 300
    assert set(kinds[kinds.index("full") + 1 :]) == {"print"}
    assert [event["text"] for event in told if event["kind"] == "print"] == [*map(str, range(300))]
