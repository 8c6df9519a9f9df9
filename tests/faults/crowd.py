"""Very many clients at once, each with a run of its own mark, who come back when they are told."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.faults.load import CODE, RAN

# As the page: nobody waits longer.
PATIENCE_SECONDS = 120.0
RETRY_AFTER = re.compile(rb"\r\nretry-after: (\d+)\r\n", re.IGNORECASE)


@dataclass
class Crowd:
    """What became of all of them. `answers` counts statuses by the number of the try."""

    port: int
    answers: Counter[tuple[int, int]] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    crossed: int = 0
    untold: int = 0

    def come(self, size: int, first_mark: int) -> None:
        """Have so many clients ask in the same moment, and see each of them out."""
        asyncio.run(self._come(size, first_mark))

    def count(self, status: int) -> int:
        """How many answers had a status."""
        return sum(number for (_, each), number in self.answers.items() if each == status)

    async def _come(self, size: int, first_mark: int) -> None:
        await asyncio.gather(*(self._insist(first_mark + i) for i in range(size)))

    async def _insist(self, mark: int) -> None:
        """Ask for a run until it is made, as often as its client is told to come back."""
        began, tries = time.monotonic(), 0
        while time.monotonic() < began + PATIENCE_SECONDS:
            tries += 1
            status, reply = await self._ask(mark)
            self.answers[tries, status] += 1
            if status == 200:
                self.seconds.append(time.monotonic() - began)
                self.crossed += set(RAN.findall(reply)) != {str(mark).encode()}
                return
            wait = RETRY_AFTER.search(reply)
            if wait is None:
                self.untold += 1
                return
            await asyncio.sleep(int(wait[1]))

    async def _ask(self, mark: int) -> tuple[int, bytes]:
        body = json.dumps({"code": CODE.format(mark=mark), "seed": 1}).encode()
        head = (
            f"POST /api/v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(head.encode() + body)
            reply = await reader.read()
            writer.close()
            return int(reply[9:12] or 0), reply
        except OSError:
            return 0, b""
