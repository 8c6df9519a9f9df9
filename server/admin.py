"""`tapescope admin`, `backup`, `restore`: look after what a server keeps.

They work on the database of the settings, also while servers use it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from server.classroom.credentials import code_in
from server.classroom.database_store import Attic
from server.classroom.errors import Refused as RoomRefused
from server.classroom.events import Ended, after
from server.classroom.room_limits import Listed as RoomListed
from server.cli import Parser, Refused, config_of, reader_may_leave
from server.config import Config
from server.config.sources import add_arguments
from server.document.untrusted_text import escape_controls
from server.storage import backup, retention
from server.storage.database import Database, Down
from server.storage.snippets import Deleted, Listed, Store, Unknown
from server.terminal_table import moment, print_table

SHOWN = {
    "database": "where links and rooms are (DATABASE_URL)",
    "redis": "where rooms are, if in a Redis (REDIS_URL)",
    "retention_days": "for how many days links are kept that nobody opens",
}
DOWN = "The database does not answer, so nothing was done."


def back_up(arguments: list[str]) -> int:
    """Write a backup of the database into a file."""
    parser = Parser(
        "tapescope backup",
        description="Write all short links, rooms and counts of the database into one file, also "
        "while servers write. The secret of the server is not in it.",
    )
    parser.add_argument("file", metavar="FILE", help="an earlier backup there is replaced")
    add_arguments(parser, SHOWN, SHOWN)
    asked, config = read(parser, arguments)
    with refusing(), closing(Database(config.database)) as database:
        about = backup.write(database, Path(asked.file))
    print(f"Backed up {about.rows:,} rows into {escape_controls(asked.file)}.")
    return 0


def restore(arguments: list[str]) -> int:
    """Write what a backup has into the database."""
    parser = Parser(
        "tapescope restore",
        description="Write a backup into the database of the settings, SQLite or PostgreSQL.",
    )
    parser.add_argument("file", metavar="FILE")
    add_arguments(parser, SHOWN, SHOWN)
    parser.add_argument(
        "--replace", action="store_true", help="delete first what is in the database"
    )
    asked, config = read(parser, arguments)
    with refusing(), closing(Database(config.database)) as database:
        about = backup.restore(Path(asked.file), database, asked.replace)
    print(f"Restored {about.rows:,} rows of {moment(about.made)}.")
    return 0


def admin(arguments: list[str]) -> int:
    """List, show and delete links; list and end rooms."""
    parser = Parser("tapescope admin", description="Look after short links and rooms.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="list|show|delete|...")
    for name, (act, words, extend) in VERBS.items():
        verb = verbs.add_parser(name, help=words, description=words)
        extend(verb)
        add_arguments(verb, SHOWN, SHOWN)
        verb.set_defaults(act=act)
    asked, config = read(parser, arguments)
    with refusing(), reader_may_leave():
        return asked.act(asked, config)


def list_snippets(asked: argparse.Namespace, config: Config) -> int:
    """List the links that were opened last."""
    with closing(Store(config.database)) as store:
        found = store.listed(asked.limit)
    if asked.json:
        return print_json(map(told, found))
    print_table(
        ("ID", "OPENED", "OPENS", "BYTES", "MADE", "TITLE"),
        [
            (each.id, moment(each.opened), f"{each.opens:,}", f"{each.bytes:,}",
             moment(each.made), each.shared.moment.title or first_line(each))
            for each in found
        ],
    )  # fmt: skip
    return 0


def show_snippet(asked: argparse.Namespace, config: Config) -> int:
    """Show a link, with its code."""
    with closing(Store(config.database)) as store:
        found = store.look(asked.id)
    if asked.json:
        return print_json([told(found) | {"code": found.shared.moment.code}])
    for name, value in told(found).items():
        print(f"{name:8}{escape_controls(str(value))}")
    print()
    print(escape_controls(found.shared.moment.code))
    return 0


def delete_snippets(asked: argparse.Namespace, config: Config) -> int:
    """Delete links, whoever shared them."""
    with closing(Store(config.database)) as store:
        for identity in asked.ids:
            store.look(identity)
        if not asked.yes and not agrees(f"Delete {' '.join(asked.ids)}?"):
            raise Refused("Nothing was deleted.")
        with store.database.writing() as connection:
            swept = retention.delete(connection, asked.ids)
    print(f"Deleted {swept.snippets} of {swept.bytes:,} bytes. Their links say so from now on.")
    return 0


def sweep(asked: argparse.Namespace, config: Config) -> int:
    """Delete the links that nobody has opened for so many days."""
    days = config.retention_days
    if days is None:
        raise Refused("Say with --retention-days which links are deleted; none is set.")
    with closing(Database(config.database)) as database:
        swept = retention.sweep(database, days)
    told = f"Deleted {swept.snippets} of {swept.bytes:,} bytes"
    print(f"{told} that nobody opened for {days:g} days.")
    return 0


def list_rooms(asked: argparse.Namespace, config: Config) -> int:
    """List the rooms that are open."""
    with closing(shelf_of(config)) as shelf:
        found = shelf.listed()
    if asked.json:
        return print_json(map(asdict, found))
    print_table(
        ("CODE", "OPENED", "ENDS", "PEOPLE", "BYTES", "TITLE"),
        [
            (each.code, moment(each.opened), moment(each.expires), str(each.people),
             f"{each.bytes:,}", each.title or "")
            for each in found
        ],
    )  # fmt: skip
    return 0


def end_room(asked: argparse.Namespace, config: Config) -> int:
    """End a room, as its teacher would."""
    try:
        code = code_in(asked.code)
        with closing(shelf_of(config)) as shelf:
            when = shelf.end(code)
    except RoomRefused as refused:
        raise Refused(refused.sentence) from None
    print(f"The room {code} {when}.")
    return 0


class Table:
    """The rooms of a database, which the process that serves them has in memory."""

    def __init__(self, config: Config):
        self._attic = Attic(config.database)
        self.close = self._attic.close

    def listed(self) -> list[RoomListed]:
        """The open rooms."""
        return self._attic.listed(time.time())

    def end(self, code: str) -> str:
        """Have the server end a room; say when it does."""
        self._attic.ask_to_end(code, time.time())
        return "ends within a few seconds, or when the server is started"


class Far:
    """The rooms in a Redis."""

    def __init__(self, address: str):
        from server.classroom.redis_store import FarRooms  # redis is optional

        self._rooms = FarRooms(address)
        self.close, self.listed = self._rooms.close, self._rooms.listed

    def end(self, code: str) -> str:
        """End a room; say so."""
        self._rooms.change(code, lambda room: after(room, Ended(), time.time()))
        return "is over"


def shelf_of(config: Config) -> Table | Far:
    """Where the rooms of the settings are."""
    return Table(config) if config.redis is None else Far(config.redis)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="at most so many")
    add_json(parser)


def add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the end of the link /s/ID")
    add_json(parser)


def add_ids(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", metavar="ID", nargs="+", help="the end of the link /s/ID")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def add_nothing(parser: argparse.ArgumentParser) -> None:
    pass


def add_code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="the code of the room")


Act = Callable[[argparse.Namespace, Config], int]
Extend = Callable[[argparse.ArgumentParser], None]
VERBS: dict[str, tuple[Act, str, Extend]] = {
    "list": (list_snippets, "list short links, those first that were opened last", add_limit),
    "show": (show_snippet, "show a short link, with its code", add_id),
    "delete": (delete_snippets, "delete short links, whoever shared them", add_ids),
    "sweep": (sweep, "delete short links that nobody has opened for long", add_nothing),
    "rooms": (list_rooms, "list the rooms that are open", add_json),
    "end": (end_room, "end a room for all who are in it", add_code),
}


@contextmanager
def refusing() -> Iterator[None]:
    """Say in a sentence what cannot be done."""
    try:
        yield
    except (Unknown, Deleted) as error:
        why = "was never shared" if isinstance(error, Unknown) else "has been deleted"
        raise Refused(f"The link {error} {why}.") from None
    except backup.Unusable as unusable:
        raise Refused(str(unusable)) from None
    except Down as down:
        raise Refused(f"{DOWN} {type(down.__cause__).__name__}.") from None


def told(listed: Listed) -> dict[str, Any]:
    """A link as programs read it."""
    return {
        "id": listed.id, "title": listed.shared.moment.title, "bytes": listed.bytes,
        "made": moment(listed.made), "opened": moment(listed.opened), "opens": listed.opens,
    }  # fmt: skip


def first_line(listed: Listed) -> str:
    """The first line of a snippet that has no title."""
    return next(filter(str.strip, listed.shared.moment.code.splitlines()), "").strip()


def agrees(question: str) -> bool:
    """Ask on the terminal; no where there is none."""
    if not sys.stdin.isatty():
        raise Refused("Nobody can be asked here; say --yes.")
    return input(f"{escape_controls(question)} [y/N] ").strip().lower() in ("y", "yes")


def print_json(things: Iterable[dict[str, Any]]) -> int:
    """Print a JSON array."""
    print(json.dumps(list(things), indent=1))
    return 0


def read(
    parser: argparse.ArgumentParser, arguments: list[str]
) -> tuple[argparse.Namespace, Config]:
    """Read the arguments of a command, and the settings."""
    asked = parser.parse_args(arguments)
    return asked, config_of(asked)
