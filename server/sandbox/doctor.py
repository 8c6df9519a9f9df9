"""`tapescope doctor`: a report of the layers of the fence that hold on this machine.

The self-test finds them by trying.
"""

from __future__ import annotations

import sys
from typing import Any

from . import self_test

if sys.platform == "linux":
    from . import zygote_pool
    from .isolation import ESSENTIAL

_WHAT = {
    "namespaces": "runs have a network, process ids and queues of their own, with nothing in them",
    "nobody": "runs belong to no user",
    "rights": "runs can gain no rights, and nobody can look into them",
    "descriptors": "runs inherit nothing that is open",
    "rlimits": "the kernel bounds memory, time, processes and files",
    "landlock": "the kernel knows no files and no outer processes for a run",
    "seccomp": "the kernel lets a run make only the system calls of one short list",
    "memory": "whatever runs have in memory is copied for the one that writes to it",
}


def report(config: Any) -> tuple[list[str], bool]:
    """Return the lines to print, and whether the fence is strong."""
    if sys.platform != "linux":
        return [f"The strong fence needs Linux; this is {sys.platform}.", *_WEAK], False
    try:
        fence = zygote_pool.Strong(config)
    except zygote_pool.Unfenced as error:
        return [str(error), *_WEAK], False
    try:
        lines = [_line(layer, lack, layer in ESSENTIAL) for layer, lack in fence.layers.items()]
        holes = self_test.succeeded(fence, config)
    except self_test.Unproven as error:
        return [*lines, f"The self-test could not run: {error}", *_WEAK], False
    finally:
        fence.close()
    for attempt in self_test.ATTEMPTS:
        lines.append(f"  {'SUCCEEDED' if attempt in holes else 'refused  '}  {attempt}")
    if holes:
        return [*lines, "The fence has holes.", *_WEAK], False
    return [*lines, "The fence is strong: strangers' code can run here."], True


_WEAK = (
    "Code runs in a timed process of its own, which is not isolated: run only what you have read.",
)


def _line(layer: str, lack: str | None, essential: bool) -> str:
    if lack is None:
        return f"  holds      {layer}: {_WHAT[layer]}"
    worth = "it must hold" if essential else "the others do without it"
    return f"  is absent  {layer}: {lack} ({worth})"
