"""Run one snippet in this process, from its request to its last frame.

Only a confined child calls this, once. Events leave the process while the snippet runs, so a child
that is killed leaves its tape behind.
"""

import builtins
import linecache
import os
import signal
import sys
import types
from dataclasses import dataclass

from autograd.frontend import import_hook
from autograd.recording import gradient_check, value_region
from autograd.recording.recorder import Recorder, record

from . import (
    console,
    console_paste,
    denied_messages,
    inserted_calls,
    instrument,
    preload,
    protocol,
    stubs,
    tracebacks,
    warm_up,
)
from .event_stream import FLUSH_SECONDS, READY, Tape
from .seeds import seed_all

import_hook.install()


@dataclass(frozen=True)
class Limits:
    """The limits that the process checks itself; the kernel and the server check the others."""

    event_limit: int
    output_bytes: int


def prepare(settings: dict) -> "Program":
    """Load what snippets import, run the warm-up programs, and return the program."""
    preload.load()
    made = start(settings)
    warm_up.run()
    denied_messages.prepare()
    return made


def start(settings: dict) -> "Program":
    """Return the program of a process that may open files; modules are loaded on first use."""
    return Program(Limits(**settings))


class Program:
    """The program that runs one snippet: prepared before the fork, then used once."""

    def __init__(self, limits: Limits):
        self._recorder = Recorder(filename=instrument.FILENAME, event_limit=limits.event_limit)
        self._tape = Tape(self._recorder, limits.event_limit)
        self._console = console.Console(
            self._recorder.printed,
            limits.output_bytes,
            lambda line: self._tape.end("stopped", "output", line),
        )
        self._tape.tail = lambda: self._console.tail

    def install(self) -> None:
        """Replace the standard streams and the stubbed packages; define the inserted calls."""
        console.install(self._console)
        tracebacks.install()
        stubs.install(lambda sentence: self._console.write(sentence, "warning"),
                      lambda value: self._console.value(value, None))
        told = inserted_calls.functions(self._recorder.inserted_calls)
        if hasattr(signal, "setitimer"):
            _flush_on_signals(self._tape)
        else:
            told = {name: self._tape.flushing(tell) for name, tell in told.items()}
        vars(builtins).update(told, **{instrument.VALUE: self._console.value})
        self._recorder.on_full(lambda: vars(builtins).update(inserted_calls.SILENT))

    def wake(self) -> None:
        """Do nothing: no thread has to be started."""

    def serve(self, source: int, sink: int) -> None:
        """Read a request from descriptor `source`, run it, write its frames to `sink`, exit."""
        denied_messages.explain()
        self._tape.sink = sink
        code, seed, wanted = protocol.asked(_read_frame(source))
        if wanted:
            self._seek(wanted)
        seed_all(seed)
        self._tape.write(READY)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, FLUSH_SECONDS, FLUSH_SECONDS)
        self._tape.end(*self._executed(code))

    def _seek(self, wanted: protocol.Sought) -> None:
        """Send nothing but a part of one large value or a check, and exit once it is sent."""

        def found(told: object) -> None:
            self._tape.write(protocol.framed(protocol.SLICE, protocol.text_of(told)))
            self._tape.leave("finished", None, None, 0)

        self._tape.is_silent = True
        if isinstance(wanted, protocol.NodeCheck):
            gradient_check.Watcher(self._recorder, wanted.node, found)
            return
        values = self._recorder.values
        values.wanted = wanted.value
        values.on_wanted = lambda array: found(value_region.cut_region(array, wanted.region))

    def _executed(self, code: str) -> tuple:
        """Run `code` as `__main__`; return how it ended, as the arguments of `Tape.end`."""
        try:
            text = console_paste.code_of(code)
            program = instrument.compiled(text, interactive=text != code)
            main = _main_module(text)
            with record(self._recorder):
                exec(program, main.__dict__)
        except SystemExit as exit:
            return "finished", None, None, _status_of(exit)
        except MemoryError as exception:
            return "stopped", "memory", _line_of(exception)
        except BaseException as exception:
            if isinstance(exception, ModuleNotFoundError):
                denied_messages.name_missing(exception)
            self._recorder.failed(exception)
            self._console.close()
            return "failed", None, None
        return "finished", None, None, 0


def _main_module(text: str) -> types.ModuleType:
    """Return a new `__main__` whose source tracebacks, warnings and `inspect` can show."""
    main = types.ModuleType("__main__")
    main.__file__ = instrument.FILENAME
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    sys.argv = [instrument.FILENAME]
    lines = text.splitlines(keepends=True)
    linecache.cache[instrument.FILENAME] = (len(text), None, lines, instrument.FILENAME)
    return main


def _flush_on_signals(tape: Tape) -> None:
    """Install signal handlers that flush or end the tape, even while the snippet computes."""
    signal.signal(signal.SIGALRM, lambda *_: tape.flush())
    for each, limit in ((signal.SIGXCPU, "cpu"), (signal.SIGUSR1, "user")):
        signal.signal(each, lambda *_, limit=limit: _stop(tape, limit))


def _stop(tape: Tape, limit: str) -> None:
    tape.end("stopped", limit, console.current_line())


def _read_frame(source: int) -> bytes:
    """Return the body of the one frame that the server sends."""
    _, length = protocol.HEADER.unpack(_read_exactly(source, protocol.HEADER.size))
    return _read_exactly(source, length)


def _read_exactly(source: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = os.read(source, count - len(data))
        if not part:
            os._exit(0)
        data += part
    return data


def _status_of(exit: SystemExit) -> int:
    """Return the exit status that Python would use; print a text to stderr, as Python does."""
    if exit.code is None:
        return 0
    if isinstance(exit.code, int):
        return exit.code & 0xFF
    print(exit.code, file=sys.stderr)
    return 1


def _line_of(exception: BaseException) -> int | None:
    """Return the snippet's last line in the traceback of `exception`, or None."""
    line, trace = None, exception.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == instrument.FILENAME:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
