"""Say how the server is: alive, ready, in numbers."""

from __future__ import annotations

import hmac
import ipaddress
import time
from contextlib import suppress

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from server.classroom.memory_store import Shelf
from server.config import Config
from server.document import upgrade
from server.jobs.job import Jobs
from server.storage.database import Down
from server.storage.snippets import Store
from server.storage.sole_process import SoleProcess
from server.web import readiness
from server.web.draining import Draining
from server.web.forwarded import IS_TRUSTED
from server.web.metrics import CONTENT_TYPE, Metrics
from server.web.readiness import NotReady, Readiness
from server.web.views.errors import Refusal

# What proxies say of whom they ask for. One that is not believed says it of a stranger.
FORWARDED = ("Forwarded", "X-Forwarded-For")

blueprint = Blueprint("health", __name__)


def init_app(app: Flask) -> None:
    """Check what this app needs, and read what it holds."""
    config: Config = app.config["TAPESCOPE"]
    ready = app.extensions["readiness"] = Readiness()
    ready.add("draining", lambda: not_draining(app.extensions["draining"]))
    ready.add("fence", lambda: strong_fence(app.extensions["jobs"], config))
    ready.add("store", lambda: current_store(app.extensions["store"]))
    if config.redis is not None:
        ready.add("redis", lambda: answering_rooms(app.extensions["rooms"]))
    elif config.is_store_needed:
        ready.add("sole", lambda: sole_process(app.extensions["sole"]))
    if config.broker_url is not None:
        ready.add("broker", lambda: working(app.extensions["jobs"]))
    metrics: Metrics = app.extensions["metrics"]
    metrics.read_all("ready", "1 for each check of /readyz that is met.", "check",
                     lambda: {each.name: float(each.ok) for each in ready.found()})
    jobs, rooms = app.extensions["jobs"], app.extensions["rooms"]
    metrics.read("slots_taken", "Runs that go on.", lambda: jobs.load()[0])
    metrics.read("queue_length", "Runs that wait for their turn.", lambda: jobs.load()[1])
    metrics.read("rooms_open", "Rooms that are open.", rooms.count_open)
    metrics.read("streams", "Open streams of rooms.", app.extensions["streams"].count)
    metrics.read("snippet_bytes", "Bytes of shared snippets.", app.extensions["store"].taken)
    metrics.read("rooms_unwritten", "Rooms that wait for the database.", rooms.count_unwritten)
    metrics.read_all("clock_ahead_seconds", "How far clocks of services are ahead of ours.",
                     "service", lambda: clocks(app))
    metrics.read("draining", "1 while the server ends.", app.extensions["draining"].state)


@blueprint.get("/healthz")
@blueprint.get("/api/v1/health")
def health() -> Response:
    """That we are alive, and how strong the fence is."""
    return jsonify(ok=True, version=upgrade.VERSION, fence=current_app.extensions["jobs"].fence)


@blueprint.get("/readyz")
def ready() -> tuple[Response, int]:
    """Whether this process can serve, check by check: 200, or 503."""
    found = readiness.told(current_app.extensions["readiness"].found())
    reply = jsonify(found)
    reply.headers["Cache-Control"] = "no-store"
    return reply, 200 if found["ready"] else 503


@blueprint.get("/metrics")
def metrics() -> Response:
    """The numbers of this process, for Prometheus; refused to strangers."""
    if not may_read(current_app.config["TAPESCOPE"]):
        sentence = "The metrics are for the networks and the token of the server's settings."
        raise Refusal(403, "not_yours", sentence)
    text = current_app.extensions["metrics"].text()
    return Response(text, content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def may_read(config: Config) -> bool:
    """Whether the metrics are for who asks: the bearer of the token, or a network of ours."""
    given = request.authorization
    if config.metrics_token is not None and given is not None and given.type == "bearer":
        token = (given.token or "").encode()
        if hmac.compare_digest(token, config.metrics_token.encode()):
            return True
    is_forwarded = any(name in request.headers for name in FORWARDED)
    if is_forwarded and not request.environ.get(IS_TRUSTED, False):
        return False
    try:
        address = ipaddress.ip_address((request.remote_addr or "").partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    networks = (ipaddress.ip_network(each, strict=False) for each in config.metrics_networks)
    return any(address in each for each in networks if each.version == address.version)


def not_draining(draining: Draining) -> str:
    """Check that the server is not about to end."""
    if draining.is_on:
        raise NotReady("The server is ending; it takes no new runs.")
    return "The server takes runs."


def strong_fence(jobs: Jobs, config: Config) -> str:
    """Check that strangers' code is held, where strangers are served."""
    if jobs.fence == "strong":
        return "The fence is strong."
    if config.is_public:
        raise NotReady("The fence is not strong; `tapescope doctor` says why.")
    return "The fence limits time and memory only; this server runs its owner's code."


def working(jobs: Jobs) -> str:
    """Check that the broker answers, and that there are workers of this version."""
    missing = jobs.missing()
    if missing is not None:
        raise NotReady(missing)
    return "The broker answers, and workers of this version are there."


def current_store(store: Store) -> str:
    """Check that the database answers, with the tables of this version."""
    try:
        is_current = store.database.is_current()
    except Down:
        raise NotReady("The database does not answer.") from None
    if not is_current:
        raise NotReady("The tables of the database are those of another version.")
    return "The database answers; its tables are up to date."


def sole_process(sole: SoleProcess) -> str:
    """Check that no other process has rooms and rates of its own over the same database."""
    try:
        is_sole = sole.is_sole()
    except Down:
        raise NotReady("The database does not answer.") from None
    if not is_sole:
        raise NotReady("Another process serves from this database; several need one Redis.")
    return "No other process serves from this database."


def clocks(app: Flask) -> dict[str, float]:
    """By how many seconds the clocks of the database and of Redis are ahead of ours."""
    places = {"database": app.extensions["store"].database, "redis": app.extensions["rooms"]}
    found = {}
    for name, place in places.items():
        with suppress(Down):  # which a check tells
            now = place.clock()
            if now is not None:
                found[name] = now - time.time()
    return found


def answering_rooms(rooms: Shelf) -> str:
    """Check that Redis answers."""
    try:
        rooms.count_open()
    except Down:
        raise NotReady("Redis does not answer.") from None
    return "Redis answers."
