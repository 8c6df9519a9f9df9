"""Errors that say which nodes and tensors gave cause, for the picture to point at."""

from __future__ import annotations


def blamed(error: Exception, nodes=(), tensors=()) -> Exception:
    """`error`, remembering the nodes and tensors that the picture should point at."""
    error.blame = (tuple(nodes), tuple(tensors))
    return error
