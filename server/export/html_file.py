"""Export a run as one HTML file: the page's own code with the run document, without network."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import asdict
from pathlib import Path

import jinja2

from server.document.run import Run, to_json
from server.export.page_files import BUILD, read, template
from server.export.pyvis_page import heading, nonce_of
from server.export.render_types import Wish


class NotBuilt(Exception):
    """The bundler has not been here; the text is a sentence for the user."""


def page(run: Run, wish: Wish, title: str | None = None, story: str | None = None) -> str:
    """The file, opened at the wished moment. Raises NotBuilt."""
    boot = {
        "place": "file",
        "title": title,
        "story": story,
        "run": to_json(run),
        "moment": asdict(wish),
    }
    parts = {"css": built("file.css"), "js": built("file.js"), "boot": compact(boot)}
    # mtime=0: the same run makes the same file.
    packed = base64.b64encode(gzip.compress(compact(parts).encode("utf-8"), mtime=0))
    environment = jinja2.Environment(autoescape=True, loader=jinja2.FunctionLoader(template))
    name = title or heading(run, 0)
    text = packed.decode("ascii")
    nonce = nonce_of(name, run.snippet.code, text)
    made = environment.get_template("file.html")
    return made.render(run=run, title=name, packed=text, nonce=nonce) + "\n"


def built(name: str, build: Path = BUILD) -> str:
    """A file that the bundler wrote."""
    try:
        return read(build / name)
    except OSError:
        raise NotBuilt(
            "The page has not been built yet, and the file carries it. In the checkout, run "
            "`npm ci` and `npm run build`."
        ) from None


def compact(thing: object) -> str:
    return json.dumps(thing, ensure_ascii=False, separators=(",", ":"))
