"""`tapescope run` prints a snippet's run; `tapescope render` writes it to a file.

The snippet `-` is standard input.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn

from server.config import Config
from server.config.sources import WORK, Loaded, Misread, add_arguments, load
from server.document.link import MOST_NUMBER
from server.document.run import RunError, from_json
from server.document.untrusted_text import escape_controls
from server.export import formats
from server.export.render_types import Story, Wish
from server.sandbox import Sandbox
from server.sandbox.progress import Progress
from server.workers.client import Client, Subject
from server.workers.pool import Failed, Workers

# Whoever waits longer than this is told what for.
PATIENCE_SECONDS = 1.0
# The settings that --help explains where something is run.
LIMITS = {
    "cpu_seconds": "processor time that a run may use (8)",
    "wall_seconds": "seconds by the clock that it may take, sleeps included (60)",
}
# Exit statuses besides the snippet's own: of a command that cannot be carried out, and of a run
# that was stopped or died.
REFUSED, STOPPED = 2, 3
# The name of a file that stands for standard input.
STDIN = "-"
FILE_HELP = "a snippet (.py, or - for standard input), or a saved run (.json)"


class Refused(Exception):
    """The command cannot do what it was asked; the text is a sentence for the user."""


class Parser(argparse.ArgumentParser):
    """A parser that shows control characters of arguments, as of file names, as escapes."""

    def error(self, message: str) -> NoReturn:
        """Write the usage and a message to standard error, and exit."""
        super().error(escape_controls(message))


def complain(sentence: str) -> None:
    """Write a sentence to standard error; what a snippet or a file name put into it is escaped."""
    print(f"tapescope: {escape_controls(sentence)}", file=sys.stderr)


def run(arguments: list[str]) -> int:
    """Tell what a snippet does, step by step; the status says how it ended."""
    parser = Parser("tapescope run", description="Tell a snippet in sentences.")
    add_snippet(parser)
    parser.add_argument("--every-event", action="store_true", help="not only the key steps")
    asked = parser.parse_args(arguments)
    stride = "event" if asked.every_event else "lesson"
    language = asked.language or own_language()
    with working(asked) as (subject, client), progress("Finding the words"):
        story, status = client.story(subject, stride, language)
    with reader_may_leave():
        for told in story.steps:
            if told.printed:
                lines = map(escape_controls, told.printed.splitlines())
                print(*(f"       | {line}" for line in lines), sep="\n")
            elif told.sentence:
                print(f"{told.line or '':>5}  {escape_controls(told.sentence)}")
        tell_found(story)
    if story.ending:
        complain(story.ending)
    return STOPPED if status is None else status


def tell_found(story: Story) -> None:
    """Print what the run did that may not be meant, after its steps."""
    if story.found:
        print(f"\n{story.heading}")
    for found in story.found:
        print(f"{found.line or '':>5}  {escape_controls(found.title)}")
        print(f"       {escape_controls(found.words)}")


def render(arguments: list[str]) -> int:
    """Make a file of a run; the status says how the run ended."""
    forms = ", ".join(formats.FORMATS)
    parser = Parser("tapescope render", description="Make a file of a run.")
    add_snippet(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="- for stdout"
    )
    parser.add_argument("--format", help=f"{forms}; else by the ending of OUT")
    parser.add_argument("--step", type=int, help="the moment to show (number of events so far)")
    parser.add_argument("--select", metavar="ID", help="the box to select, e.g. t0 or n3")
    parser.add_argument("--theme", choices=["light", "dark"])
    parser.add_argument("--title", help="what the run is called; else the file's name")
    asked = parser.parse_args(arguments)
    form = asked.format or formats.format_of(asked.output)
    if form not in formats.FORMATS:
        raise Refused(f"Say with --format what {asked.output} shall be: {forms}.")
    if asked.step is not None and asked.step < 0:
        raise Refused("A step is a number of events, 0 or more.")
    wish = Wish(asked.step, asked.select, language=asked.language, theme=asked.theme)
    title = asked.title or (None if asked.file == STDIN else Path(asked.file).name)
    with working(asked) as (subject, client), progress(f"Making {asked.output}"):
        data = client.export(subject, form, wish, title, None)
        ending, status = client.ending(subject, asked.language or own_language())
    write(asked.output, data)
    if ending:
        complain(ending)
    return STOPPED if status is None else status


COMMANDS: dict[str, Callable[[list[str]], int]] = {"run": run, "render": render}


def add_snippet(parser: argparse.ArgumentParser) -> None:
    """What both commands ask: the file, and how to run it."""
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """How to run a snippet, and in which language to tell of it."""
    parser.add_argument("--seed", type=int, help="where random numbers begin")
    add_arguments(parser, LIMITS, WORK)
    parser.add_argument("--language", choices=["en", "zh"], help="English or 中文")


def config_of(asked: argparse.Namespace | None) -> Config:
    """The settings; what cannot work is Refused."""
    return loaded_of(asked).config


def loaded_of(asked: argparse.Namespace | None) -> Loaded:
    """The settings with their sources, after warnings about what was not read."""
    try:
        loaded = load(asked)
    except Misread as error:
        raise Refused(str(error)) from None
    for warning in loaded.warnings:
        complain(warning)
    return loaded


@contextmanager
def working(asked: argparse.Namespace) -> Iterator[tuple[Subject, Client]]:
    """The run that is asked about, and workers for it; what they cannot do is Refused."""
    with client_of(asked) as (client, config):
        yield subject_of(asked, config), client


@contextmanager
def client_of(asked: argparse.Namespace) -> Iterator[tuple[Client, Config]]:
    """Workers, and the settings that are asked for; what they cannot do is Refused."""
    check_seed(asked.seed)
    config = config_of(asked)
    with closing(Workers(config)) as workers:
        try:
            yield Client(workers), config
        except Failed as error:
            raise Refused(str(error)) from None


def check_seed(seed: int | None) -> None:
    """Refuse a seed that no run can have."""
    if seed is not None and not 0 <= seed <= MOST_NUMBER:
        raise Refused(f"The seed must be a whole number from 0 to {MOST_NUMBER}.")


def subject_of(asked: argparse.Namespace, config: Config) -> Subject:
    """The run that the file is, or that comes of running it."""
    path = Path(asked.file)
    if path.suffix == ".json":
        return saved(path)
    code = text_of(path, config.code_bytes)
    name = "standard input" if asked.file == STDIN else asked.file
    with closing(Sandbox(config)) as sandbox, progress(f"Running {name}"), stopping() as run:
        return sandbox.record(code, asked.seed, lambda raw: raw, progress=run)


@contextmanager
def stopping() -> Iterator[Progress]:
    """Let the first Ctrl+C end the run and keep its tape; the second ends the command."""
    run = Progress()

    def stop(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        run.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield run
    finally:
        signal.signal(signal.SIGINT, before)


def own_language() -> str:
    """The language of the terminal, as far as we speak it."""
    told = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "zh" if next(filter(None, told), "").startswith("zh") else "en"


def saved(path: Path) -> bytes:
    """A run that was saved as a run document."""
    text = text_of(path)
    try:
        from_json(json.loads(text))
        return text.encode("utf-8", "replace")
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, RunError) else "It is not JSON."
        raise Refused(f"The file {path} is no run that can be shown. {why}") from None


def text_of(path: Path, most: int | None = None) -> str:
    """Return the text of a file of at most `most` bytes; `-` is standard input. Raises Refused."""
    try:
        data = sys.stdin.buffer.read() if str(path) == STDIN else path.read_bytes()
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except OSError as error:
        raise Refused(f"The file {path} cannot be read: {error.strerror}.") from None
    if most is not None and len(data) > most:
        raise Refused(f"The file {path} is longer than {most // 1024} KB, the most that runs here.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(
            f"The file {path} is not text in UTF-8 (byte {error.start} is not). Save it as UTF-8."
        ) from None


def write(name: str, data: bytes) -> None:
    """Put what was made where it was wanted."""
    if name == "-":
        with reader_may_leave():
            sys.stdout.buffer.write(data)
        return
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise Refused(f"The file {name} cannot be written: {error.strerror}.") from None


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Whoever reads our output (`head`, a pager) may stop at any time; that is no mistake."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would try once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress(doing: str) -> Iterator[None]:
    """Say on standard error what goes on, when it goes on for long."""
    done = threading.Event()
    teller = threading.Thread(target=tell, args=[doing, done], daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def tell(doing: str, done: threading.Event) -> None:
    """Count the seconds in place on a terminal; elsewhere one line is enough."""
    began, doing = time.monotonic(), escape_controls(doing)
    if done.wait(PATIENCE_SECONDS):
        return
    if not sys.stderr.isatty():
        print(f"{doing} ...", file=sys.stderr, flush=True)
        return
    while True:
        seconds = time.monotonic() - began
        print(f"\r{doing}, {seconds:.0f} s", end="", file=sys.stderr, flush=True)
        if done.wait(PATIENCE_SECONDS):
            break
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
