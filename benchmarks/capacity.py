"""What a server needs: memory and processor time of a web process, of a viewer, of a run.

`python benchmarks/capacity.py` starts a server, runs a lesson on it, and lets viewers follow a
room; docs/deploying.md adds up what it prints. Processor time counts all processes of the server,
memory is theirs without what they share (Pss). Other load of the machine changes neither much.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from classroom import CODE, Follower, call, follow, port_of, serving

MEGABYTE = 2**20
TICKS = os.sysconf("SC_CLK_TCK")
MOVES = 20


def stat(process: int) -> list[str]:
    """Return the fields of a process's /proc/PID/stat from its state on."""
    return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()


def tree(process: int) -> Iterator[int]:
    """Yield a process and all that it started."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int(stat(int(path.name))[1])
        except OSError:
            continue
    found = [process]
    while found:
        one = found.pop()
        yield one
        found += [child for child, parent in parents.items() if parent == one]


def seconds(process: int) -> float:
    """Processor time of a process and all that it started, also of those that have ended."""
    total = 0
    for each in tree(process):
        try:
            total += sum(map(int, stat(each)[11:15]))
        except OSError:
            continue
    return total / TICKS


def memory(process: int) -> int:
    """Bytes of a process's memory; what several share counts in parts."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def memory_of_all(process: int) -> int:
    """Bytes of the memory of a process and all that it started."""
    total = 0
    for each in tree(process):
        try:
            total += memory(each)
        except OSError:
            continue
    return total


def run(port: int, seed: int) -> None:
    """Run the lesson once."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/run",
        json.dumps({"code": CODE, "seed": seed}).encode(),
        {"Content-Type": "application/json"},
    )
    urllib.request.urlopen(request).read()


async def hold_class(port: int, server: int, size: int) -> tuple[float, float]:
    """Let viewers follow; the bytes for each, and the processor time for each step of each."""
    opened = await call(port, "POST", "", {"code": CODE, "seed": 0})
    room, digest = opened["room"], opened["state"]["digest"]
    before = memory(server)
    followers = [Follower() for _ in range(size)]
    tasks = []
    for follower in followers:
        tasks.append(asyncio.create_task(follow(port, room, follower)))
        await asyncio.sleep(0.01)
    while not all(follower.came for follower in followers):
        await asyncio.sleep(0.05)
    grown, spent = memory(server) - before, seconds(server)
    for i in range(MOVES):
        move = {"digest": digest, "cursor": i + 0.5}
        moved = await call(port, "POST", f"/{room}/moves", move, opened["secret"])
        while not all(moved["seq"] in follower.came for follower in followers):
            await asyncio.sleep(0.02)
    spent = seconds(server) - spent
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return grown / size, spent / (MOVES * size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200, help="of the lesson (%(default)s)")
    parser.add_argument("--viewers", type=int, default=250, help="of the room (%(default)s)")
    asked = parser.parse_args()
    with serving(1, {}) as (server,):
        port = port_of(server)
        for seed in range(10):
            run(port, seed)
        web, all_of_it = memory(server.pid), memory_of_all(server.pid)
        print(f"web process               {web / MEGABYTE:6.0f} MB")
        print(f"what runs and draws, idle {(all_of_it - web) / MEGABYTE:6.0f} MB")
        before = seconds(server.pid)
        for seed in range(10, 10 + asked.runs):
            run(port, seed)
        spent = (seconds(server.pid) - before) / asked.runs
        print(f"a run of a lesson         {1000 * spent:6.1f} ms of one core")
        print(f"runs a second and core    {1 / spent:6.0f}")
        grown, step = asyncio.run(hold_class(port, server.pid, asked.viewers))
        print(f"a viewer                  {grown / 1024:6.0f} KB of the web process")
        print(f"a step to a viewer        {1000 * step:6.3f} ms of one core")


if __name__ == "__main__":
    main()
