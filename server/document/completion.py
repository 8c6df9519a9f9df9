"""What the editor can complete: the engine's catalogue of names, asked for in a process of its own.

There `import torch` means the engine; here it must not, since tests and users may have real torch.
"""

from __future__ import annotations

import subprocess
import sys

from server.sandbox.python_process import FLAGS, bootstrap, environment

# It takes half a second; a machine at its limits may take long.
MOST_SECONDS = 30.0


class NoNames(Exception):
    """The engine did not answer; the text is a sentence for the log."""


def catalogue() -> bytes:
    """The names by module, as JSON; see `autograd.frontend.completion`."""
    command = [sys.executable, *FLAGS, "-c", bootstrap("autograd.frontend.completion")]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=MOST_SECONDS,
            check=True, env=environment(),
        )  # fmt: skip
    except subprocess.SubprocessError as error:
        raise NoNames(f"The engine did not tell its names: {error}.") from error
    return done.stdout
