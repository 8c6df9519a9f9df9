"""What the tests of rooms share: a small room, and its run document."""

import gzip

from server.classroom.room import Room, Shown
from server.classroom.words import drawn, hashed

SECRET = "the teacher's"
DOCUMENT = gzip.compress(b'{"events": []}')
NOW = 1_000_000.0
HOURS = 12


def room(**changes) -> Room:
    """A room with a run of ten events."""
    plain = {
        "code": drawn(), "secret": hashed(SECRET), "key": "key", "url": "http://school/r/X",
        "opened": NOW, "expires": NOW + HOURS * 3600, "shown": Shown("digest", 10, "a title"),
    }  # fmt: skip
    return Room(**plain | changes)
