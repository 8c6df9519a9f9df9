"""A class of 300: how long from the teacher's key to each follower, from joining to a state.

`python benchmarks/classroom.py` serves from memory with one process; `--redis` from a Redis of its
own with two, half of the class on each. Followers are plain sockets of this one process, so what is
measured has the client's own work in it. Where the README's limits are not met the status is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = (ROOT / "server" / "examples" / "20_two_layers.py").read_text("utf-8")
MOVES_A_SECOND = 10
# In seconds: from the key to the receipt, and from joining to the first state; each at p95.
MOST_MOVE, MOST_JOIN = 0.150, 0.300


@dataclass
class Follower:
    """One browser: when it asked, when each state came."""

    asked: float = 0.0
    came: dict[int, float] = field(default_factory=dict)


async def call(port: int, method: str, path: str, body: dict | None, word: str = "") -> dict:
    """One request of the API on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body or {}).encode()
    head = f"{method} /api/v1/rooms{path} HTTP/1.1\r\nHost: localhost:{port}\r\n"
    head += f"Authorization: Bearer {word}\r\nContent-Type: application/json\r\n"
    head += "Connection: close\r\n"
    writer.write(head.encode() + f"Content-Length: {len(data)}\r\n\r\n".encode() + data)
    reply = await reader.read()
    writer.close()
    found = json.loads(reply.partition(b"\r\n\r\n")[2])
    if "error" in found:
        raise SystemExit(found["error"]["sentence"])
    return found


async def follow(port: int, room: str, follower: Follower) -> None:
    """Join and listen until cancelled."""
    follower.asked = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/api/v1/rooms/{room}/events"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
    with contextlib.closing(writer):
        while line := await reader.readline():
            if line.startswith(b"id: "):
                follower.came[int(line[4:].partition(b".")[0])] = time.perf_counter()


async def lesson(
    ports: list[int], size: int, seconds: float, burst: bool
) -> dict[str, list[float]]:
    """Hold a class, and tell how long things took."""
    opened = await call(ports[0], "POST", "", {"code": CODE, "seed": 0})
    room, digest = opened["room"], opened["state"]["digest"]
    followers = [Follower() for _ in range(size)]
    tasks = []
    for i, follower in enumerate(followers):
        tasks.append(asyncio.create_task(follow(ports[i % len(ports)], room, follower)))
        if not burst:
            await asyncio.sleep(10 / size)
    while not all(follower.came for follower in followers):
        await asyncio.sleep(0.05)
    sent: dict[int, float] = {}
    for i in range(int(seconds * MOVES_A_SECOND)):
        began = time.perf_counter()
        move = {"digest": digest, "cursor": i % 20 + 0.5}
        moved = await call(ports[i % len(ports)], "POST", f"/{room}/moves", move, opened["secret"])
        sent[moved["seq"]] = began
        await asyncio.sleep(max(0.0, 1 / MOVES_A_SECOND - (time.perf_counter() - began)))
    await asyncio.sleep(1.0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    last = max(sent)
    lost = sum(last not in follower.came for follower in followers)
    if lost:
        raise SystemExit(f"{lost} followers are not on the teacher's last step.")
    return {
        "key to receipt": [
            follower.came[seq] - began
            for seq, began in sent.items() for follower in followers if seq in follower.came
        ],
        "join to first state": [min(f.came.values()) - f.asked for f in followers],
    }  # fmt: skip


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """A Redis of our own."""
    with tempfile.TemporaryDirectory(prefix="redis") as folder:
        path = f"{folder}/socket"
        arguments = ["--port", "0", "--unixsocket", path, "--save", "", "--dir", folder]
        with subprocess.Popen(["redis-server", *arguments], stdout=subprocess.DEVNULL) as server:
            while not Path(path).exists():
                time.sleep(0.05)
            yield f"unix://{path}"
            server.terminate()


@contextlib.contextmanager
def serving(count: int, environment: dict[str, str]) -> Iterator[list[subprocess.Popen]]:
    """So many web processes, each on a port of its own."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {"DATABASE_URL": f"sqlite:///{folder}/rooms.db"}
        servers = [
            subprocess.Popen(
                [sys.executable, "-m", "server", "--no-browser", "--port", "0"],
                cwd=ROOT, env=os.environ | kept | environment, stdout=subprocess.PIPE, text=True,
            )
            for _ in range(count)
        ]  # fmt: skip
        try:
            yield servers
        finally:
            for server in servers:
                server.terminate()
                server.wait()


def port_of(server: subprocess.Popen) -> int:
    """Where a process listens, which it says when it does."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://[^ ]*:(\d+)/", line):
            return int(found[1])
    raise SystemExit("The server did not start.")


def busy(server: subprocess.Popen) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--redis", action="store_true", help="two processes over a Redis")
    parser.add_argument("--size", type=int, default=300, help="followers (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of moving (%(default)s)")
    parser.add_argument("--burst", action="store_true", help="all join in the same instant")
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        environment = {"REDIS_URL": stack.enter_context(redis_server())} if asked.redis else {}
        servers = stack.enter_context(serving(2 if asked.redis else 1, environment))
        ports = [port_of(server) for server in servers]
        began, before = time.perf_counter(), sum(map(busy, servers))
        took = asyncio.run(lesson(ports, asked.size, asked.seconds, asked.burst))
        share = (sum(map(busy, servers)) - before) / (time.perf_counter() - began)
    where = "memory" if not asked.redis else "Redis"
    print(f"{asked.size} followers, {len(ports)} process(es), rooms in {where}")
    for name, values in took.items():
        shown = "  ".join(f"{label} {1000 * quantile(values, part):6.1f} ms" for label, part in (
            ("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("most", 1.0)))  # fmt: skip
        print(f"{name:20} {shown}  ({len(values)})")
    print(f"{'processor time':20} {100 * share:.0f} % of one core; load of the machine "
          f"{os.getloadavg()[0]:.1f}")  # fmt: skip
    is_met = (
        quantile(took["key to receipt"], 0.95) <= MOST_MOVE
        and quantile(took["join to first state"], 0.95) <= MOST_JOIN
    )
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
