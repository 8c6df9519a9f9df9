"""What tests of the web face share: an app with a sandbox, and a browser that has no network."""

import json
import os
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from server import create_app
from server.config import Config

SCHEMA = json.loads((Path(__file__).parent / "run.schema.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def app():
    made = create_app(Config())
    yield made
    made.extensions["sandbox"].close()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(scope="session")
def schema():
    return Draft202012Validator(SCHEMA)


@pytest.fixture(scope="session")
def browser():
    """Chromium, through Playwright. In CI it must be there."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not os.environ.get("CI"):
        pytest.importorskip("playwright")
        if program is None:
            pytest.skip("There is no Chromium on this machine.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield chromium
        chromium.close()
