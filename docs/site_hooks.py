"""Hooks of mkdocs: pages made of files outside of docs, and a check of the links to such files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import yaml
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
OPENAPI = ROOT / "server" / "web" / "openapi.yaml"
METHODS = ("get", "post", "put", "delete")
# Files outside of docs that are pages, with the page's name.
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md"}
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
BLOCK = re.compile(r"```.*?```", re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made of files outside of docs."""
    for source, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text("utf-8")))
    document = yaml.safe_load(OPENAPI.read_text("utf-8"))
    files.append(File.generated(config, "http-api.md", content=api_page(document)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links at pages of the site; PluginError for one whose file does not exist."""
    name = page.file.src_uri
    source = next((file for file, made in PAGES.items() if made == name), f"docs/{name}")
    return follow_links(markdown, source)


def follow_links(markdown: str, source: str) -> str:
    """Rewrite the links of a Markdown file for the site; `source` is its path in the repository.

    A link to a file that is no page becomes its text. Blocks of code are left as they are.
    """
    parts, end = [], 0
    for block in BLOCK.finditer(markdown):
        parts += [rewrite(markdown[end:block.start()], source), block[0]]
        end = block.end()
    return "".join([*parts, rewrite(markdown[end:], source)])


def rewrite(markdown: str, source: str) -> str:
    """Rewrite the links of a text without blocks of code."""

    def replace(link: re.Match[str]) -> str:
        target, _, anchor = link["target"].partition("#")
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        path = os.path.normpath(os.path.join(os.path.dirname(source), target))
        if not (ROOT / path).exists() and not path.endswith("-api.md"):
            raise PluginError(f"{source}: the link to {link['target']} leads nowhere")
        path = f"docs/{PAGES[path]}" if path in PAGES else path
        if not path.startswith("docs/") or (ROOT / path).is_dir():
            return link["text"]
        within = "docs" if source in PAGES else os.path.dirname(source)
        page = os.path.relpath(path, within) + (f"#{anchor}" if anchor else "")
        return f"{link['picture']}[{link['text']}]({page})"

    return LINK.sub(replace, markdown)


def api_page(document: dict[str, Any]) -> str:
    """Return the page about the HTTP API, made of its OpenAPI document."""
    lines = ["# The HTTP API", "", document["info"]["description"], "",
             "`server/web/openapi.yaml` is the document for programs, with all schemas."]
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                shared = item.get("parameters", [])
                lines += operation(document, method, path, item[method], shared)
    return "\n".join(lines) + "\n"


def operation(
        document: dict[str, Any], method: str, path: str, about: dict[str, Any], shared: list[Any]
) -> list[str]:
    """Return the lines about one operation."""
    lines = ["", f"## {about['summary']}", "", f"`{method.upper()} {path}`", ""]
    lines += [about["description"], ""] if "description" in about else []
    given = [resolved(document, each) for each in [*shared, *about.get("parameters", [])]]
    if given:
        lines += ["| parameter | in | |", "|---|---|---|"]
        lines += [f"| `{each['name']}` | {each['in']} | {one_line(each)} |" for each in given]
        lines.append("")
    body = resolved(document, about.get("requestBody", {}))
    for kind, content in body.get("content", {}).items():
        lines += [f"Body: `{kind}`{schema_name(content)}", ""]
    lines += ["| status | |", "|---|---|"]
    for status, response in about["responses"].items():
        lines.append(f"| {status} | {one_line(resolved(document, response))} |")
    return lines


def resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Follow a `$ref` within the document."""
    while "$ref" in part:
        keys = part["$ref"].removeprefix("#/").split("/")
        part = document
        for key in keys:
            part = part[key]
    return part


def schema_name(content: dict[str, Any]) -> str:
    """Name the schema of a body, if the document names it."""
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return f", schema `{name}`" if name else ""


def one_line(part: dict[str, Any]) -> str:
    """Return the description of a part as a cell of a table."""
    return " ".join(part.get("description", "").split()).replace("|", "\\|")
