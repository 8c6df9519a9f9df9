"""Rooms in Redis when the line to it is cut: who watches looks again, and nobody is left behind."""

import time

import pytest
import redis

from server.classroom import redis_usage
from server.classroom.events import Moved, Offered, after
from server.classroom.redis_store import FarRooms
from server.classroom.room import TEACHER, Offer, Spot
from server.classroom.seats import Joined
from server.classroom.streams import Streams
from server.config import Config
from server.web.app import close, create_app
from server.web.views.clients import Client
from server.web.views.errors import Refusal
from server.web.views.rate_limits import Rates
from tests.web import redis_server
from tests.web.follower import Follower, Loop, until
from tests.web.rooms import DOCUMENT, NOW, room
from tests.web.test_space import end, show, taken


@pytest.fixture
def address():
    with redis_server.running() as found:
        yield found


def test_a_cut_line_leaves_no_follower_behind(address):
    here, there = FarRooms(address), FarRooms(address)
    loop, streams = Loop(), Streams(here)
    now = time.time()
    made = room(opened=now, expires=now + 3600)
    there.open(made, DOCUMENT)
    follower = Follower(loop, made.code, time.time)
    follower.connect(here, streams)
    with redis.Redis.from_url(address) as other:
        for cursor in range(1, 4):
            other.client_kill_filter(_type="pubsub")
            message = Moved(TEACHER, "digest", Spot(cursor), None)
            there.change(made.code, lambda room, m=message: after(room, m, now))
            until(lambda wanted=cursor: follower.state["cursor"] == wanted)
    follower.leave()
    streams.close()
    here.close()
    there.close()
    loop.close()


def test_processes_that_share_rooms_count_a_client_together(address):
    settings = {"database": "sqlite://", "hosts": None, "redis": address}
    apps = [create_app(Config(share_rate="3 per minute", **settings)) for _ in range(2)]
    here = {"REMOTE_ADDR": "192.0.2.1"}
    statuses = [
        apps[i % 2].test_client().delete("/api/v1/share/2", environ_base=here).status_code
        for i in range(4)
    ]
    for app in apps:
        close(app)
    assert statuses == [404, 404, 404, 429]


def test_rates_are_counted_without_redis_while_it_is_down():
    here = Client("192.0.2.1")
    with redis_server.running() as address:
        rates = Rates(Config(share_rate="2 per minute", redis=address))
        rates.take("share_rate", here)
    for _ in range(2):
        rates.take("share_rate", here)
    with pytest.raises(Refusal) as refused:
        rates.take("share_rate", here)
    assert 1 <= (refused.value.retry_after or 0) <= 61
    rates.close()


def test_what_is_kept_in_redis_goes_by_itself(address):
    shelf, now = FarRooms(address), time.time()
    made = room(opened=now, expires=now + 3600)
    shelf.open(made, DOCUMENT)
    shelf.seen(made.code, ["a"])
    with redis.Redis.from_url(address) as other:
        lives = {key.decode(): other.ttl(key) for key in other.keys("tapescope:*")}
    shelf.close()
    assert 0 < lives.pop(f"tapescope:present:{made.code}") <= 60
    assert 24 * 3600 < lives.pop(f"tapescope:room:{made.code}") <= 25 * 3600
    # Short lists, pruned at each opening.
    assert set(lives) == {
        "tapescope:rooms", "tapescope:bytes:desks", "tapescope:bytes:runs", "tapescope:changes",
    }  # fmt: skip


def test_bytes_in_redis_are_counted_as_they_are(address):
    shelf, made = FarRooms(address, lambda: NOW), room()
    shelf.open(made, DOCUMENT)
    for number in range(5):
        joined = Joined(f"p{number}", "Ada 学")
        shelf.change(made.code, lambda before, m=joined: after(before, m, NOW))
    offer = Offer("offer", "p1", size=500)
    shelf.change(
        made.code, lambda before: after(before, Offered(offer), NOW), {"offer": b"x" * 500}
    )
    show(shelf, made, "second", b"y" * 777)
    counted = [
        int(value)
        for name in (redis_usage.RUNS, redis_usage.DESKS)
        for value in shelf._redis.hvals(name)
    ]
    assert sum(counted) == taken(shelf)
    end(shelf, made)
    assert shelf._redis.hlen(redis_usage.RUNS) == shelf._redis.hlen(redis_usage.DESKS) == 0
    assert taken(shelf) < 1500
    shelf.close()
