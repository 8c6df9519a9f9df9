"""What the process that answers requests has loaded: nothing that draws."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# networkx lays out; pyvis, which imports IPython, makes the picture of a run; V8 and resvg make
# those of exports.
DRAWING = {"IPython", "networkx", "py_mini_racer", "pyvis", "resvg_py"}
PROGRAM = """
import json, sys
from server.web.app import close, create_app
from server.config import Config
app = create_app(Config(database="sqlite://"))
client = app.test_client()
code = "import torch\\nx = torch.tensor(2., requires_grad=True)\\n(x * x).backward()\\n"
paths = ["run", *(f"export/{form}" for form in ("svg", "png", "pyvis", "html", "dot"))]
statuses = {path: client.post(f"/api/v1/{path}", json={"code": code}).status_code for path in paths}
loaded = sorted({name.partition(".")[0] for name in sys.modules})
close(app)
print(json.dumps([statuses, loaded]))
"""


@pytest.fixture(scope="module")
def loaded():
    """The packages in the web process after a run and exports, all of which were answered."""
    if not (ROOT / "static" / "build" / "manifest.json").exists():
        if os.environ.get("CI") == "true":
            raise RuntimeError("In CI the page must have been built.")
        pytest.skip("the page has not been built: run `npm run build`")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, check=True, text=True
    )
    statuses, names = json.loads(done.stdout)
    if set(statuses.values()) != {200}:
        raise RuntimeError(f"Not everything was answered: {statuses}.")
    return set(names)


def test_the_web_process_has_loaded_what_answers_requests(loaded):
    assert {"flask", "orjson", "server", "sqlalchemy"} <= loaded


def test_the_web_process_has_loaded_nothing_that_draws(loaded):
    assert DRAWING & loaded == set()
