"""Count the rooms in Redis with their bytes, in all or by client, to choose which one to evict.

Each function takes the client, or a pipeline that watches CHANGES: whoever adds a room, a run or an
offer changes that, so that no two of them fit into the same space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.classroom.errors import Refused
from server.classroom.room import Room
from server.classroom.room_limits import EMPTY, KEPT, MOST_REMEMBERED, REMEMBERED_SECONDS, Bounds
from server.classroom.room_parts import DOCUMENT, OLD_DESK

CHANGES = "tapescope:changes"
# Codes of rooms by their end: of those that are open, and of those that are over.
OPEN, OVER = "tapescope:rooms", "tapescope:over"
# Codes of rooms that were ended and have results, by the time until which these are kept.
RESULTS = "tapescope:results"
# For each open room who opened it, the bytes of its run, and of all else.
CLIENTS, RUNS, DESKS = "tapescope:clients", "tapescope:bytes:runs", "tapescope:bytes:desks"


def key(code: str) -> str:
    """Name the hash of a room."""
    return f"tapescope:room:{code}"


def sizes_of(room: Room, contents: Mapping[str, bytes]) -> dict[str, tuple[str, int]]:
    """Return what a room takes of RUNS, if its run is among the contents, and of DESKS."""
    codes = {offer.id for offer in room.desk.offers}
    small = [name for name in contents if name != DOCUMENT and name not in codes]
    desk = sum(len(contents[name]) for name in small) + sum(each.size for each in room.desk.offers)
    sizes = {DESKS: (room.code, desk)}
    if DOCUMENT in contents:
        sizes[RUNS] = (room.code, len(contents[DOCUMENT]))
    return sizes


def check_count(redis: Any, bounds: Bounds, client: str | None) -> None:
    """Refuse one room more than may be open, in all or of a client."""
    if redis.zcard(OPEN) >= bounds.rooms:
        raise Refused("full")
    if client is not None and redis.hvals(CLIENTS).count(client.encode()) >= bounds.of_client:
        raise Refused("many_rooms")


def count_open(redis: Any, now: float) -> int:
    """Return how many rooms are open."""
    return redis.zcount(OPEN, now, "+inf")


def open_rooms(redis: Any, now: float) -> list[tuple[str, int]]:
    """Return the codes of the open rooms, with the bytes that each takes."""
    codes = [text.decode() for text in redis.zrangebyscore(OPEN, now, "+inf")]
    runs, desks = redis.hgetall(RUNS), redis.hgetall(DESKS)
    return [
        (code, int(runs.get(code.encode(), 0)) + int(desks.get(code.encode(), 0)))
        for code in codes
    ]


def check_space(redis: Any, bounds: Bounds, sizes: Mapping[str, tuple[str, int]]) -> None:
    """Forget results when there is no space, and refuse if that is too little."""
    if taken_with(redis, sizes) > bounds.total:
        for text in redis.zrange(RESULTS, 0, -1):
            forget_results(redis, text.decode())
        if taken_with(redis, sizes) > bounds.total:
            raise Refused("rooms_full")


def taken_with(redis: Any, sizes: Mapping[str, tuple[str, int]]) -> int:
    """Return the bytes of all rooms, one of which will have these sizes."""
    taken = 0
    for name in (RUNS, DESKS):
        known = redis.hgetall(name)
        code, size = sizes.get(name, ("", 0))
        known[code.encode()] = size if name in sizes else 0
        taken += sum(map(int, known.values()))
    return taken


def add_room(
    pipe: Any, room: Room, sizes: Mapping[str, tuple[str, int]], client: str | None
) -> None:
    """Count a new room."""
    pipe.zadd(OPEN, {room.code: room.expires})
    if client is not None:
        pipe.hset(CLIENTS, room.code, client)
    set_sizes(pipe, room, sizes, is_growing=True)


def set_sizes(
    pipe: Any, room: Room, sizes: Mapping[str, tuple[str, int]], is_growing: bool
) -> None:
    """Count what a room takes, unless it is over."""
    if room.ended:
        return
    for name, (code, size) in sizes.items():
        pipe.hset(name, code, size)
    if is_growing:
        pipe.incr(CHANGES)


def end_room(pipe: Any, code: str, now: float) -> None:
    """Count a room no more, but remember that it was there."""
    pipe.zrem(OPEN, code)
    for name in (CLIENTS, RUNS, DESKS):
        pipe.hdel(name, code)
    pipe.zadd(OVER, {code: now})


def keep_results(pipe: Any, room: Room, contents: Mapping[str, bytes]) -> None:
    """Count the results of a room that was ended, until its time is up."""
    pipe.zadd(RESULTS, {room.code: room.expires})
    pipe.hset(DESKS, room.code, sum(map(len, contents.values())))


def forget_results(redis: Any, code: str) -> None:
    """Empty a room that was ended."""
    if names := {name.decode() for name in redis.hkeys(key(code))}:
        empty(redis, code, names)
    redis.zrem(RESULTS, code)
    redis.hdel(DESKS, code)


def empty(redis: Any, code: str, names: set[str]) -> None:
    """Delete what was in a room that is over, and has fields of these names."""
    redis.hset(key(code), mapping=EMPTY)
    # Should the room have gone in this moment, what was written goes as well.
    redis.expire(key(code), REMEMBERED_SECONDS)
    if bulky := names - {*KEPT}:
        redis.hdel(key(code), *bulky)


def sweep(redis: Any, now: float) -> None:
    """Empty rooms whose time is up, and forget the oldest of too many that are over."""
    for text in redis.zrangebyscore(RESULTS, "-inf", now):
        forget_results(redis, text.decode())
    for text in redis.zrangebyscore(OPEN, "-inf", now):
        code = text.decode()
        names = {name.decode() for name in redis.hkeys(key(code))}
        pipe = redis.pipeline()
        if names and OLD_DESK not in names:
            empty(pipe, code, names)
        end_room(pipe, code, now)
        pipe.execute()
    redis.zremrangebyscore(OVER, "-inf", now - REMEMBERED_SECONDS)
    for text in redis.zrange(OVER, 0, -MOST_REMEMBERED - 1):
        redis.pipeline().delete(key(text.decode())).zrem(OVER, text).execute()
