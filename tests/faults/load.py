"""A steady load on a site: runs with a mark each, links, answers; what was acknowledged is kept."""

from __future__ import annotations

import itertools
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.faults.site import Process, Reply

# What a run prints is computed in it, so that no other run's document has it.
CODE = """\
import torch
x = torch.tensor({mark}.0, dtype=torch.float64, requires_grad=True)
y = x * x
y.backward()
print("ran", int(x) + 0)
"""
RAN = re.compile(rb"ran (\d+)")
FIRST_MARK = 1_000_000


@dataclass(frozen=True, slots=True)
class Seen:
    """One answer, as its client saw it: of what kind, when it came, how long it took."""

    kind: str
    at: float
    seconds: float
    status: int
    code: str
    sentence: str
    retry_after: int | None


@dataclass
class Load:
    """Clients of a server, and what they were told. `acknowledged` are links with their code."""

    server: Process
    seen: list[Seen] = field(default_factory=list)
    crossed: list[bytes] = field(default_factory=list)
    acknowledged: dict[str, str] = field(default_factory=dict)
    crowd: Any = None
    answered: float = 0.0
    tried: float = 0.0
    _ran: list[int] = field(default_factory=list)
    _marks: Iterator[int] = field(default_factory=lambda: itertools.count(FIRST_MARK))
    _ended: threading.Event = field(default_factory=threading.Event)
    _room: dict[str, Any] = field(default_factory=dict)

    def ask(self, kind: str, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Ask, and note how it was answered."""
        began = time.monotonic()
        reply = self.server.ask(method, path, body, **headers)
        now, wait = time.monotonic(), reply.headers.get("retry-after")
        self.seen.append(Seen(
            kind, now, now - began, reply.status, reply.error.get("code", ""),
            reply.error.get("sentence", ""), None if wait is None else int(wait),
        ))  # fmt: skip
        return reply

    def run(self) -> None:
        """Run a program of a new mark, then one that was run before: it may be in the cache."""
        new = next(self._marks)
        for kind, mark in ("run", new), ("same run", random.choice(self._ran or [new])):
            body = {"code": CODE.format(mark=mark), "seed": 1}
            reply = self.ask(kind, "POST", "/api/v1/run", body)
            if reply.status == 200 and set(RAN.findall(reply.body)) != {str(mark).encode()}:
                self.crossed.append(reply.body)
        self._ran.append(new)

    def share(self) -> None:
        """Share a snippet that nobody shared before; what is acknowledged is to stay."""
        code = CODE.format(mark=next(self._marks))
        reply = self.ask("share", "POST", "/api/v1/share", {"code": code})
        if reply.status == 201:
            self.acknowledged[reply.json["id"]] = code

    def open_link(self) -> None:
        """Open one of the links."""
        if self.acknowledged:
            identity = random.choice(list(self.acknowledged))
            reply = self.ask("link", "GET", f"/api/v1/share/{identity}")
            if reply.status == 200 and reply.json["code"] != self.acknowledged[identity]:
                self.crossed.append(reply.body)

    def answer(self) -> None:
        """Answer the question of the class anew, with a number that is larger each time."""
        self.tried += 1
        body = {"value": self.tried}
        reply = self.ask("answer", "PUT", self._room["answer"], body, **self._room["member"])
        if reply.status == 200:
            self.answered = self.tried

    def health(self) -> None:
        """Ask whether the process lives."""
        self.ask("health", "GET", "/healthz")

    def marks(self, count: int) -> int:
        """The first of so many marks in a row that nobody else gets."""
        return next(itertools.islice(self._marks, count - 1, None)) - count + 1

    def open_room(self) -> None:
        """Open a room with a question in it, and join it."""
        opened = self.server.ask("POST", "/api/v1/rooms", {"code": CODE.format(mark=1), "seed": 1})
        assert opened.status == 201, opened
        at = f"/api/v1/rooms/{opened.json['room']}"
        teacher = {"Authorization": f"Bearer {opened.json['secret']}"}
        digest = opened.json["state"]["digest"]
        events = len(self.server.ask("GET", f"{at}/runs/{digest}", **{"Accept-Encoding": ""})
                     .json["events"])  # fmt: skip
        asked = {"kind": "number", "subject": {"of": "grad", "tensor": "t0"}, "at": events}
        question = self.server.ask("POST", f"{at}/questions", asked, **teacher)
        assert question.status == 201, question
        joined = self.server.ask("POST", f"{at}/join", {"name": None})
        self._room = {
            "answer": f"{at}/questions/1/answer",
            "member": {"Authorization": f"Bearer {joined.json['token']}"},
        }

    def lost(self) -> list[str]:
        """What was acknowledged and is not there any more; empty when all is well."""
        lost = []
        for identity, code in list(self.acknowledged.items()):
            reply = self.server.ask("GET", f"/api/v1/share/{identity}")
            if reply.status != 200 or reply.json["code"] != code:
                lost.append(f"the link {identity}: {reply.status}")
        reply = self.server.ask("GET", self._room["answer"], **self._room["member"])
        kept = reply.json.get("value") or 0
        if not self.answered <= kept <= self.tried:
            lost.append(f"the answer {self.answered}: {reply.status}, {kept}")
        return lost

    def all_well_after(self, since: float) -> float | None:
        """How long after a moment answers of all kinds were good again; None if they are not."""
        bad = [each.at for each in self.seen if each.at > since and each.status >= 400]
        bad += [each.at for each in self.seen if each.at > since and each.status == 0]
        last = max(bad, default=since)
        kinds = {each.kind for each in self.seen if each.at > last and each.status in (200, 201)}
        return last - since if kinds >= {"run", "share", "link", "answer"} else None

    @contextmanager
    def going_on(self, runners: int = 3, pause: float = 0.1) -> Iterator[None]:
        """Keep clients at work while the block goes on."""
        acts = [*[self.run] * runners, self.share, self.open_link, self.answer, self.health]
        threads = [threading.Thread(target=self._go_on, args=[act, pause]) for act in acts]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._ended.set()
            for thread in threads:
                thread.join()
            self._ended.clear()

    def _go_on(self, act: Callable[[], None], pause: float) -> None:
        while not self._ended.wait(pause):
            act()
