"""Make the Flask app: `create_app(config)`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from flask import Flask

from server.classroom.database_store import Attic
from server.classroom.memory_store import Rooms, Shelf
from server.classroom.room_limits import Bounds as RoomBounds
from server.classroom.streams import Streams
from server.config import Config
from server.config.sources import load
from server.export import page_files
from server.jobs.cached_jobs import CachedJobs
from server.jobs.job import Jobs
from server.jobs.kept_answers import Kept, NearKept
from server.jobs.local import LocalJobs
from server.jobs.version import version
from server.storage.sole_process import SoleProcess
from server.storage.snippets import MOST_STORY, Store
from server.storage.usage import Bounds as ShareBounds
from server.web.draining import Draining
from server.web.forwarded import Forwarded, Networks
from server.web.measured_jobs import MeasuredJobs
from server.web.metrics import Metrics
from server.web.secret_key import Secret
from server.web.upkeep import Upkeep
from server.web.views import (
    api,
    assets,
    completion,
    compression,
    deployment,
    embed,
    errors,
    exports,
    fixes,
    gallery,
    gradient_check,
    health,
    offers,
    page,
    questions,
    rate_limits,
    request_guard,
    request_log,
    room,
    room_auth,
    runs,
    seats,
    share,
    short_links,
    value_region,
)


def create_app(config: Config | None = None) -> Flask:
    """An app with its own processes and databases, which `close(app)` lets go of."""
    config = config or load().config
    app = LoggedFlask("server", template_folder=page_files.TEMPLATES, static_folder=None)
    app.config["TAPESCOPE"] = config
    # A JSON text may take six bytes for one of the code (\u0041).
    app.config["MAX_CONTENT_LENGTH"] = 6 * (config.code_bytes + MOST_STORY) + 4096
    app.json.sort_keys = False
    app.json.compact = True
    app.extensions["store"] = store_of(config)
    app.extensions["sole"] = SoleProcess(app.extensions["store"].database)
    app.extensions["rooms"] = rooms_of(config, app.extensions["sole"])
    app.extensions["secret"] = Secret(config.secret)
    metrics = app.extensions["metrics"] = Metrics()
    draining = app.extensions["draining"] = Draining()
    app.extensions["jobs"] = MeasuredJobs(jobs_of(config, metrics), metrics, draining)
    app.extensions["upkeep"] = Upkeep(
        app.extensions["store"], app.extensions["rooms"], config.retention_days
    )
    app.extensions["streams"] = Streams(app.extensions["rooms"])
    for part in (request_log, request_guard, errors, room_auth, assets, compression):
        part.init_app(app)
    for views in (
        page, api, health, runs, value_region, gradient_check, fixes, completion, gallery, share,
        short_links, embed, exports, room, seats, questions, offers, deployment,
    ):  # fmt: skip
        app.register_blueprint(views.blueprint)
    rate_limits.init_app(app)
    health.init_app(app)
    stand_behind_proxies(app, config)
    return app


def stand_behind_proxies(app: Flask, config: Config) -> None:
    """Show the app its requests as clients sent them to the proxies before it.

    Raises ValueError for a public URL under which some routes could not be told from others.
    """
    routes = frozenset(rule.rule.split("/")[1] for rule in app.url_map.iter_rules()) - {""}
    if config.prefix.strip("/").split("/")[0] in routes:
        raise ValueError(
            f"The setting public_url is {config.public_url!r}; its path must not begin with one of "
            f"{', '.join(sorted(routes))}, which are routes of the server."
        )
    app.extensions["proxies"] = Networks(config.trusted_proxies)
    app.wsgi_app = Forwarded(  # pyrefly: ignore[method-assign]  as Flask's documentation says
        app.wsgi_app, app.extensions["proxies"], config.public_url, routes
    )


class LoggedFlask(Flask):
    """A Flask app whose log names no path: some paths are words that open doors."""

    def log_exception(self, exc_info: Any) -> None:
        """Log what went wrong in a request."""
        self.logger.error("A request failed.", exc_info=exc_info)


def close(app: Flask) -> None:
    """Let go of the processes and the databases that an app has."""
    for part in ("jobs", "upkeep", "sole", "store", "rooms", "rates"):
        if part in app.extensions:
            app.extensions[part].close()


def jobs_of(config: Config, metrics: Metrics) -> Jobs:
    """What does jobs, equal ones once, which metrics tell of.

    Raises ValueError, with a sentence, when nothing can.
    """
    jobs = uncached_jobs_of(config, metrics)
    if not config.cache_bytes:
        return jobs
    kept: Kept = NearKept(config.cache_bytes)
    if config.redis is not None:
        far = import_module("server.jobs.kept_in_redis")  # redis is optional
        kept = far.FarKept(config.redis, config.cache_bytes)
    cached = CachedJobs(jobs, kept, version(config), config.queue_length)
    metrics.read("cache_bytes", "Bytes of the answers that are kept.", kept.size)
    metrics.read("cache_hits", "Answers that were there.", lambda: cached.counts.hits)
    metrics.read("cache_joined", "Answers shared while computed.", lambda: cached.counts.joined)
    metrics.read("cache_misses", "Answers that were computed.", lambda: cached.counts.misses)
    metrics.read("cache_poisoned", "Damaged answers dropped.", lambda: cached.counts.poisoned)
    return cached


def uncached_jobs_of(config: Config, metrics: Metrics) -> Jobs:
    """What does jobs: this process, or the workers behind a broker.

    Raises ValueError, with a sentence, when there can be no such workers.
    """
    if config.broker_url is None:
        return LocalJobs(config)
    if config.redis is None:
        raise ValueError(
            "TAPESCOPE_BROKER_URL is set, and REDIS_URL is not: workers answer through Redis, "
            "whatever the broker is. Set REDIS_URL, too."
        )
    try:
        far = import_module("server.jobs.celery_jobs")  # celery and redis are optional
    except ModuleNotFoundError as error:
        raise ValueError(
            f"TAPESCOPE_BROKER_URL is set, and the package {error.name} is not here: pip install "
            "'tapescope[celery]', or leave TAPESCOPE_BROKER_URL out."
        ) from None
    return far.CeleryJobs(config, metrics.dead_workers.inc)


def store_of(config: Config) -> Store:
    """Return where shared snippets are, with the bounds of the settings."""
    return Store(config.database, ShareBounds(config.share_bytes, config.share_bytes_a_day))


def rooms_of(config: Config, sole: SoleProcess) -> Shelf:
    """Where the rooms are: in this process, or in a Redis that several share.

    Raises ValueError, with a sentence, when there can be no such Redis.
    """
    bounds = RoomBounds(of_client=config.address_rooms, total=config.room_bytes)
    if config.redis is not None:
        try:
            from server.classroom.redis_store import FarRooms  # redis is optional

            return FarRooms(config.redis, bounds=bounds)
        except ModuleNotFoundError:
            raise ValueError(
                "REDIS_URL is set, and the package redis is not here: pip install "
                "'tapescope[redis]', or leave REDIS_URL out."
            ) from None
        except ValueError as error:
            raise ValueError(f"REDIS_URL is no address of a Redis: {error}") from None
    attic = Attic(config.database, bounds)
    return Rooms(attic, is_sole=sole.is_sole) if config.is_store_needed else Rooms(attic)
