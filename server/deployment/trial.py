"""What the checks of a deployment share: the caller, the server's own report, the results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import Any, Literal
from urllib.parse import urlsplit

from server.config import Config
from server.deployment.caller import Caller, Reply, Unreached
from server.web.secret_key import Secret

REPORT = "/deployment"


@dataclass(frozen=True, slots=True)
class Result:
    """What a check found, in a sentence; where it is wrong, with how to mend it."""

    name: str
    outcome: Literal["ok", "wrong", "skipped"]
    sentence: str


class Wrong(Exception):
    """Something is wrong with a deployment; the text says what, and how to mend it."""


class Skipped(Exception):
    """A check cannot be made; the text says why."""


@dataclass
class Trial:
    """One try of a deployment: who calls it, and with which settings."""

    caller: Caller
    config: Config
    # Whether no check may wait as long as the longest run.
    is_quick: bool = False
    _secret: Secret = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._secret = Secret(self.config.secret)

    @property
    def url(self) -> str:
        """The public URL, without a slash at its end."""
        return self.caller.url

    @property
    def host(self) -> str:
        """The name of the server."""
        return urlsplit(self.url).hostname or ""

    @property
    def page(self) -> Reply:
        """The page, as a browser first asks for it."""
        return self.caller.ask("GET", "/")

    @cached_property
    def server_time(self) -> float:
        """The server's clock in whole seconds, as every reply tells it; ours if it does not."""
        try:
            return parsedate_to_datetime(self.page.headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return time.time()

    @cached_property
    def report(self) -> dict[str, Any]:
        """How the server sees this caller, and how it is itself. Raises Skipped."""
        return self.seen({})

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of the server's runs, else of the settings here."""
        try:
            return self.report["limits"]
        except Skipped:
            return asdict(self.config)

    def seen(self, headers: Mapping[str, str]) -> dict[str, Any]:
        """The server's report on a request with these headers. Raises Skipped."""
        return self.reply(headers).json()

    def reply(self, headers: Mapping[str, str]) -> Reply:
        """The reply with the report. Raises Skipped."""
        stamp = str(int(self.server_time))
        word = f"{stamp}.{self._secret.derive_key('deployment', stamp)}"
        reply = self.caller.ask(
            "GET", REPORT, headers={**headers, "Authorization": f"Bearer {word}"}
        )
        if reply.status == 200 and "seen" in reply.json():
            return reply
        raise Skipped(
            "Only who has the server's secret is told: set TAPESCOPE_SECRET as it is set there, or "
            "run this as the user that the server runs as."
        )


def found(name: str, look: Any, trial: Trial) -> Result:
    """The result of one check."""
    try:
        return Result(name, "ok", look(trial))
    except Wrong as error:
        return Result(name, "wrong", str(error))
    except Skipped as error:
        return Result(name, "skipped", str(error))
    except Unreached as error:
        return Result(name, "wrong", f"The server did not answer: {error}.")
