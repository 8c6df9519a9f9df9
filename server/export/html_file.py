"""Export a run as one HTML file: the page's own code with the run document, without network.

The file has two packed parts: the page's style and script, and the run. A notebook holds the first
once and the second in each output (notebook_cell.py).
"""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import asdict
from pathlib import Path

import jinja2

from server import examples
from server.document.run import Run, to_json
from server.export.page_files import BUILD, read, template
from server.export.pyvis_page import heading, nonce_of
from server.export.render_types import Wish


class NotBuilt(Exception):
    """The bundler has not been here; the text is a sentence for the user."""


def page(run: Run, wish: Wish, title: str | None = None, story: str | None = None) -> str:
    """The file, opened at the wished moment. Raises NotBuilt."""
    name = title or heading(run, 0)
    return rendered("file.html", nonce_of(name, run.snippet.code), title=f"{name} · Tapescope",
                    packed=packed_page(), packed_run=packed_run(run, wish, title, story),
                    engine=run.engine, code=run.snippet.code)  # fmt: skip


def rendered(name: str, nonce: str, **parts: object) -> str:
    """Return a template with its parts; scripts that know the `nonce` run in it."""
    environment = jinja2.Environment(autoescape=True, loader=jinja2.FunctionLoader(template))
    return environment.get_template(name).render(nonce=nonce, **parts) + "\n"


def packed_page() -> str:
    """Return the page's style and script, packed. Raises NotBuilt."""
    return packed({"css": built("file.css"), "js": built("file.js")})


def packed_run(run: Run, wish: Wish, title: str | None = None, story: str | None = None) -> str:
    """Return a run with the moment at which the page opens it, packed."""
    boot = {
        "place": "file",
        "title": title,
        "story": story,
        "examples": examples.meant(run.snippet.code, title),
        "run": to_json(run),
        "moment": asdict(wish),
    }
    return packed(boot)


def packed(thing: object) -> str:
    """Return plain data as base64 of compressed JSON; the same data make the same text."""
    return base64.b64encode(gzip.compress(compact(thing).encode("utf-8"), mtime=0)).decode("ascii")


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
