"""Errors that say which nodes and tensors gave cause, for the picture to point at."""

from __future__ import annotations

from typing import Any



def blamed(error: Exception, nodes: Any = (), tensors: Any = ()) -> Exception:
    """`error`, remembering the nodes and tensors that the picture should point at."""
    error.blame = (tuple(nodes), tuple(tensors))
    return error
