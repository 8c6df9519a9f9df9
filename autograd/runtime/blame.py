"""Attach to an error what caused it, so that the page can point there."""

from __future__ import annotations

from typing import Any



def attach_blame(error: Exception, nodes: Any = (), tensors: Any = ()) -> Exception:
    """Return `error` with `blame`, the nodes and tensors that the page highlights."""
    error.blame = (tuple(nodes), tuple(tensors))
    return error
