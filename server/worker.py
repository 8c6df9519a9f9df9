"""`tapescope worker` does the jobs of web processes, which wait behind a broker."""

from __future__ import annotations

from importlib import import_module

from server import logs
from server.cli import LIMITS, Parser, Refused, config_of
from server.config.sources import WORK, add_arguments

FOR_WORKERS = {
    "broker_url": "where runs wait (redis:// or amqp://)",
    "redis": "where answers go (redis://)",
}


def worker(arguments: list[str]) -> int:
    """Do jobs until SIGTERM or Ctrl+C; those that have begun end before, unless it comes twice."""
    parser = Parser(
        "tapescope worker",
        description="Run the programs of web processes that have the same TAPESCOPE_BROKER_URL and "
        "REDIS_URL, behind a fence of this machine.",
    )
    add_arguments(parser, LIMITS | FOR_WORKERS, [*WORK, *FOR_WORKERS])
    config = config_of(parser.parse_args(arguments))
    logs.configure(config.log_format)
    for name, value in (("TAPESCOPE_BROKER_URL", config.broker_url), ("REDIS_URL", config.redis)):
        if value is None:
            raise Refused(f"A worker gets its work through a broker and Redis: set {name}.")
    try:
        far = import_module("server.jobs.celery_worker")  # celery and redis are optional
    except ModuleNotFoundError as error:
        raise Refused(
            f"A worker needs the package {error.name}: pip install 'tapescope[celery]'."
        ) from None
    made = far.Worker(config)
    if made.jobs.fence != "strong":
        made.jobs.close()
        raise Refused(
            "A worker runs code of others, and nothing would hold it on this machine. "
            f"{made.jobs.weakness}"
        )
    print(f"This worker does {config.slots} jobs at a time (SIGTERM ends it)", flush=True)
    return made.run()
