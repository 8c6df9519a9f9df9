"""Locate the files of the built page for templates or browsers."""

from __future__ import annotations

import json
from functools import cache

from flask import Flask, url_for
from werkzeug.exceptions import ServiceUnavailable

from server.export.page_files import BUILD

MANIFEST = BUILD / "manifest.json"


def init_app(app: Flask) -> None:
    """Give templates `asset(name)`."""
    app.context_processor(lambda: {"asset": asset})


def asset(name: str) -> str:
    """The address of a built file by its plain name, e.g. `page.js`."""
    return url_for("page.built", name=manifest()[name])


def manifest() -> dict[str, str]:
    """Plain name -> hashed name, as the bundler wrote it."""
    if not is_built():
        raise ServiceUnavailable(
            "The page has not been built yet. In the checkout, run `npm ci` and `npm run build`, "
            "then reload."
        )
    return read_manifest(MANIFEST.stat().st_mtime_ns)


def is_built() -> bool:
    """Whether the bundler has been here."""
    return MANIFEST.is_file()


@cache
def read_manifest(_changed: int) -> dict[str, str]:
    return json.loads(MANIFEST.read_text("utf-8"))
