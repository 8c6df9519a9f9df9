"""Give each request an id, log how it was answered, count it."""

from __future__ import annotations

import ipaddress
import logging
import time

from flask import Flask, Response, current_app, g, request

from server.config import Config
from server.logs import REQUEST_ID, WELL_FORMED, new_request_id
from server.web.forwarded import IS_TRUSTED
from server.web.metrics import Metrics
from server.web.wsgi_bridge import ARRIVED, PROBES

ID_HEADER = "X-Request-ID"
# What of an address is logged: enough to tell a school from another, too little for a person.
LOGGED_BITS = {4: 24, 6: 48}
# A route that is none of ours: scanners try thousands, and each would be a number of its own.
NO_ROUTE = "none"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
log = logging.getLogger("server.access")


def init_app(app: Flask) -> None:
    """Begin with each request before all else is done, and end after all else."""
    app.before_request(begin)
    app.after_request(end)
    app.teardown_request(forget)


def begin() -> None:
    """Give the request an id."""
    g.began = request.environ.get(ARRIVED, time.perf_counter())
    given = request.headers.get(ID_HEADER, "")
    is_believed = request.environ.get(IS_TRUSTED, False) and WELL_FORMED.fullmatch(given)
    g.request_id = given if is_believed else new_request_id()
    REQUEST_ID.set(g.request_id)


def end(response: Response) -> Response:
    """Log and count the reply."""
    if "began" not in g:
        return response
    response.headers[ID_HEADER] = g.request_id
    if current_app.extensions["draining"].is_on:
        response.headers["Connection"] = "close"  # the next request goes to another server
    seconds = time.perf_counter() - g.began
    route = NO_ROUTE if request.url_rule is None else request.url_rule.rule
    metrics: Metrics = current_app.extensions["metrics"]
    method = request.method if request.method in METHODS else "other"
    metrics.requests.labels(route, method, response.status_code).inc()
    metrics.request_seconds.labels(route).observe(seconds)
    config: Config = current_app.config["TAPESCOPE"]
    if is_logged(config, response):
        log_access(config, method, route, response, seconds)
    return response


def is_logged(config: Config, response: Response) -> bool:
    """Whether a reply has a line.

    Not on one's own machine, whose terminal it would fill, nor for probes that find all well, which
    come every few seconds.
    """
    if response.status_code >= 500:
        return True
    is_wanted = config.is_public or config.log_format == "json"
    return is_wanted and not (request.path in PROBES and response.status_code == 200)


def log_access(
    config: Config, method: str, route: str, response: Response, seconds: float
) -> None:
    """Write the line of a reply: the route, since a path may be a word that opens a door."""
    told = {
        "method": method,
        "route": route,
        "status": response.status_code,
        "milliseconds": round(seconds * 1000, 1),
        "bytes": response.content_length,
        "client": logged_address(request.remote_addr or "", config.log_addresses),
    }
    log.info("%s", " ".join(map(str, told.values())), extra=told)


def logged_address(address: str, whole: bool) -> str:
    """Return the network of an address, or all of it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "-"
    found = getattr(found, "ipv4_mapped", None) or found
    if whole:
        return str(found)
    return str(ipaddress.ip_network((found, LOGGED_BITS[found.version]), strict=False))


def forget(_error: BaseException | None) -> None:
    """Take the id from this thread, which the next request gets."""
    REQUEST_ID.set("")
