"""A Jupyter whose notebooks have this checkout, its dependencies and real torch."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "notebook.txt"
NEEDED = "jupyterlab", "nbclient", "nbconvert", "ipykernel"
# What JupyterLab offers at its start over the notebook, and asks a network for.
QUIET = """{
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false", "checkForUpdates": false, "doNotDisturbMode": true}
}"""


class NotInstalled(Exception):
    """Jupyter is not to be had here; the text is one sentence."""


@dataclass(frozen=True)
class Jupyter:
    """A Python with Jupyter. Its settings and keys lie in `home`, no user's are read."""

    python: Path
    home: Path
    environment: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        folders = ("CONFIG", "DATA", "RUNTIME")
        own = {f"JUPYTER_{name}_DIR": str(self.home / name.lower()) for name in folders}
        own |= {"IPYTHONDIR": str(self.home / "ipython"), "PYTHONPATH": str(ROOT)}
        object.__setattr__(self, "environment", os.environ | own)

    def run(self, module: str, *arguments: str | Path) -> None:
        """Run a module of Jupyter to its end. Raises AssertionError with its words if it fails."""
        done = subprocess.run(
            [self.python, "-m", module, *arguments], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout

    @contextmanager
    def lab(self, folder: Path) -> Iterator[str]:
        """Serve a folder with JupyterLab; yield its address."""
        settings = self.home / "config" / "labconfig"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "default_setting_overrides.json").write_text(QUIET, "utf-8")
        arguments = [
            "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0",
            f"--ServerApp.root_dir={folder}", "--IdentityProvider.token=",
            "--LabApp.expose_app_in_browser=True",  # so that tests execute its commands
        ]
        server = subprocess.Popen(
            [self.python, "-m", "jupyterlab", *arguments], env=self.environment,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            yield address_told(server)
        finally:
            server.terminate()
            server.communicate(timeout=30)


def address_told(server: subprocess.Popen[str]) -> str:
    """Return the address that a server logs. Raises AssertionError with its log if it ends."""
    assert server.stderr is not None
    told = []
    for line in server.stderr:
        told.append(line)
        where = line.split()[-1] if line.strip() else ""
        if where.startswith("http://127.0.0.1:"):
            return f"http://{urlsplit(where).netloc}"
    raise AssertionError("".join(told))


def find(folder: Path) -> Jupyter:
    """Return the Jupyter of this Python, else one of the locked packages, installed in `folder`.

    Raises NotInstalled.
    """
    if all(importlib.util.find_spec(name) for name in NEEDED):
        return Jupyter(Path(sys.executable), folder / "home")
    environment = folder / "jupyter"
    python = environment / "bin" / "python"
    for command in (
        [sys.executable, "-m", "venv", environment],
        [python, "-m", "pip", "install", "--quiet", "--no-compile", "--require-hashes",
         "--only-binary", ":all:", "--requirement", LOCK],
    ):  # fmt: skip
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            last = (done.stdout.strip().splitlines() or ["no reason given"])[-1]
            raise NotInstalled(f"requirements/notebook.txt cannot be installed ({last})")
    lend(python)
    return Jupyter(python, folder / "home")


def lend(python: Path) -> None:
    """Let a Python import what this one has, after its own packages."""
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = subprocess.run([python, "-c", where], capture_output=True, check=True, text=True)
    ours = dict.fromkeys(sysconfig.get_path(kind) for kind in ("purelib", "platlib"))
    path = Path(packages.stdout.strip()) / "tapescope_tests.pth"
    path.write_text("".join(f"{each}\n" for each in ours), "utf-8")
