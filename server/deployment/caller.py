"""Call a deployment through its public URL, as a browser would; each request has a connection."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

USUAL_SECONDS = 20.0


class Unreached(Exception):
    """No answer came; the text is the end of a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, and by our clock when it was asked for and when it had come."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    asked: float
    came: float

    def json(self) -> dict[str, Any]:
        """The JSON object in it; an empty one for anything else."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls the server at `url`, a public URL without a slash at its end."""

    url: str
    trust: ssl.SSLContext

    def ask(
        self, method: str, path: str, body: object = None,
        headers: Mapping[str, str] | None = None, seconds: float = USUAL_SECONDS,
    ) -> Reply:  # fmt: skip
        """The answer to a request; raises Unreached where none comes in time."""
        asked = time.time()
        with self.opened(method, path, body, headers, seconds) as response:
            text = response.read()
            return Reply(response.status, dict(response.headers), text, asked, time.time())

    @contextmanager
    def opened(
        self, method: str, path: str, body: object = None,
        headers: Mapping[str, str] | None = None, seconds: float = USUAL_SECONDS,
    ) -> Iterator[http.client.HTTPResponse]:  # fmt: skip
        """The answer to a request as it comes; raises Unreached."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        with reaching(seconds), closing(self.connected(seconds)) as line:
            line.request(
                method, f"{urlsplit(self.url).path}{path}", data, {**kind, **(headers or {})}
            )
            with line.getresponse() as response:
                yield response

    def connected(self, seconds: float) -> http.client.HTTPConnection:
        """A new connection."""
        parts = urlsplit(self.url)
        if parts.scheme == "https":
            return http.client.HTTPSConnection(
                parts.hostname or "", parts.port, timeout=seconds, context=self.trust
            )
        return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)


@contextmanager
def reaching(seconds: float) -> Iterator[None]:
    """Turn what keeps an answer from coming into Unreached."""
    try:
        yield
    except ssl.SSLCertVerificationError as error:
        raise Unreached(f"the certificate is not valid ({error.verify_message})") from None
    except TimeoutError:
        raise Unreached(f"nothing came within {seconds:g} seconds") from None
    except (OSError, http.client.HTTPException) as error:
        raise Unreached(str(error) or type(error).__name__) from None
