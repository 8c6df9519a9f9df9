"""Replies made smaller on their way over a network, where others are served."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress


def init_app(app: Flask) -> None:
    """Compress what a browser says it can read; to one's own machine it would only take time."""
    if not app.config["TAPESCOPE"].is_public:
        return
    app.config["COMPRESS_LEVEL"] = 4  # of gzip, all that browsers offer without TLS
    app.config["COMPRESS_STREAMING_ENDPOINT_CONDITIONAL"] = ["page.built"]
    Compress(app)
