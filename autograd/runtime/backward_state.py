"""What runs now of a backward: the call, and the node; the engine sets both and puts them back."""

from __future__ import annotations


class BackwardState:
    """The innermost call of `backward` that runs, and its node; None where none does."""

    __slots__ = ("call", "node")

    def __init__(self):
        self.call = None  # with `retain_graph`, `needed`, `depth`, `callbacks`, `restore`
        self.node = None  # for whoever records an op it makes


current = BackwardState()
