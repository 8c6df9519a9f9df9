"""Check the rooms of a deployment, its short links too, by making one of each."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from typing import Any

from server.deployment.caller import Reply, Unreached
from server.deployment.trial import Skipped, Trial, Wrong

# More than any network takes, and less than a lesson has patience for.
MOST_LAG = 1.0
PATIENCE_SECONDS = 5.0
MOVES = 5
CODE = "# A room that tapescope check-deploy opens, and ends.\nx = 1\ny = 2\n"
SNIPPET = "# A short link that tapescope check-deploy makes, and deletes.\n"
MEND = (
    "Let the proxy hand them on at once (nginx: proxy_buffering off, no proxy_ignore_headers, no "
    "gzip of text/event-stream)."
)
# Which server/web/views/access.py reads.
CLASS_TOKEN = "Tapescope-Class-Token"
Arrivals = queue.SimpleQueue[tuple[int, float]]


def check_stream(trial: Trial) -> str:
    """Events of a room arrive as they are sent."""
    opened = allowed(trial.caller.ask("POST", "/api/v1/rooms", {"code": CODE}, way_in(trial)))
    if opened.status != 201:
        raise Wrong(f"A room cannot be opened (status {opened.status}). {sentence_of(opened)}")
    found = opened.json()
    path, teacher = f"/api/v1/rooms/{found['room']}", {"Authorization": f"Bearer {found['secret']}"}
    arrivals: Arrivals = queue.SimpleQueue()
    follower = threading.Thread(target=follow, args=[trial, path, arrivals], daemon=True)
    follower.start()
    try:
        if next_number(arrivals) is None:
            raise Wrong(f"The stream of a room does not begin. {MEND}")
        lags = [lag_of_move(trial, path, found, each % 2, arrivals) for each in range(MOVES)]
    finally:
        trial.caller.ask("DELETE", path, headers=teacher)
        follower.join(PATIENCE_SECONDS)
    if max(lags) > MOST_LAG:
        raise Wrong(f"Events of a room take {max(lags):.1f} seconds to come. {MEND}")
    return f"Events of a room come within {max(lags) * 1000:.0f} ms."


def follow(trial: Trial, path: str, arrivals: Arrivals) -> None:
    """Put into `arrivals` the numbers of a room's states as they come, until the room ends."""
    with contextlib.suppress(Unreached), trial.caller.opened("GET", f"{path}/events") as response:
        for line in response:
            name, _, value = line.decode("utf-8", "replace").strip().partition(": ")
            if name == "id":
                arrivals.put((int(value.partition(".")[0]), time.monotonic()))


def next_number(arrivals: Arrivals) -> tuple[int, float] | None:
    """What comes next; None when nothing comes."""
    try:
        return arrivals.get(timeout=PATIENCE_SECONDS)
    except queue.Empty:
        return None


def lag_of_move(
    trial: Trial, path: str, opened: dict[str, Any], cursor: int, arrivals: Arrivals
) -> float:  # fmt: skip
    """Move the room; the seconds until the stream tells it."""
    began = time.monotonic()
    reply = trial.caller.ask(
        "POST", f"{path}/moves",
        {"digest": opened["state"]["digest"], "cursor": cursor},
        {"Authorization": f"Bearer {opened['secret']}"},
    )  # fmt: skip
    if reply.status != 200:
        raise Wrong(f"A room cannot be moved (status {reply.status}). {sentence_of(reply)}")
    while (arrival := next_number(arrivals)) is not None:
        if arrival[0] >= reply.json()["seq"]:
            return arrival[1] - began
    raise Wrong(f"Events of a room do not come while they are sent. {MEND}")


def check_store(trial: Trial) -> str:
    """A short link is kept, leads back here, and can be deleted."""
    kept = allowed(trial.caller.ask("POST", "/api/v1/share", {"code": SNIPPET}, way_in(trial)))
    if kept.status != 201:
        raise Wrong(f"Short links cannot be made (status {kept.status}). {sentence_of(kept)}")
    found = kept.json()
    path = f"/api/v1/share/{found['id']}"
    read = trial.caller.ask("GET", path)
    owner = {"Authorization": f"Bearer {found['token']}"}
    gone = trial.caller.ask("DELETE", path, headers=owner)
    if (read.status, gone.status) != (200, 200):
        raise Wrong(
            f"A short link cannot be read or deleted (status {read.status} and {gone.status}). "
            "Look whether all servers have the same database."
        )
    if not found["url"].startswith(f"{trial.url}/"):
        raise Wrong(f"Short links lead to {found['url']}. Set public_url to {trial.url}.")
    return "A short link was made, read and deleted."


def allowed(reply: Reply) -> Reply:
    """The reply, unless it says that not everybody may ask. Raises Skipped."""
    if reply.status in (401, 403):
        raise Skipped(f"Not everybody may ask for this here. {sentence_of(reply)}")
    return reply


def sentence_of(reply: Reply) -> str:
    """What the server says about a refusal; the proxy's own replies say nothing to us."""
    error = reply.json().get("error")
    return str(error.get("sentence", "")) if isinstance(error, dict) else "The proxy answered."


def way_in(trial: Trial) -> dict[str, str]:
    """The headers by which this caller may open rooms and share."""
    token = trial.config.class_token
    # Headers are sent as Latin-1, and the server reads UTF-8 from this one, as of the page.
    return {} if token is None else {CLASS_TOKEN: token.encode().decode("latin-1")}
