"""Switches of the process that say how ops run: grad mode, the running backward, autocast.

Ops read attributes of `execution`. Whoever changes one for a block uses `override`, which restores
it, also after an error; the functions of torch that change one for good assign to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


class ExecutionState:
    """The switches, one attribute each."""

    __slots__ = (
        "grad_enabled", "requested_grad_mode", "inference_mode",
        "backward_call", "backward_node", "in_formula", "collected_vjps", "double_vjp",
        "forward_level", "forward_level_id", "forward_mode", "visible_level",
        "autocast_dtype", "autocast_depth", "autocast_caching",
        "vmap_draws", "random_locks",
    )

    def __init__(self):
        self.grad_enabled = True  # whether ops are recorded
        self.requested_grad_mode = True  # what was last asked for; inference mode overrules it
        self.inference_mode = False
        # The innermost call of `backward` that runs and the node that it runs; None outside of all.
        self.backward_call: Any = None
        self.backward_node: Any = None
        self.in_formula = False  # whether a gradient formula runs on Tensors, under create_graph
        # Meanwhile, the calls of backward ops that become one fused node; None if each is a node.
        self.collected_vjps: list[Any] | None = None
        # Whether a VJP is taken in order to be differentiated by its grad_output, as for a JVP.
        self.double_vjp = False
        self.forward_level = -1  # the innermost level of dual tensors; -1 outside of all
        self.forward_level_id = 0  # counts the levels ever begun: tangents belong to one of them
        self.forward_mode = False  # whether a level is open, so that backward handles tangents too
        # The last level of the function transforms whose wrappers tensors show, while a part of a
        # custom function runs; None where they show all.
        self.visible_level: int | None = None
        self.autocast_dtype: np.dtype | None = None  # of the innermost block that is on
        self.autocast_depth = 0  # of blocks, whether on or not
        self.autocast_caching = True
        self.vmap_draws: Any = None  # `generator.Draws` of the innermost mapped function
        self.random_locks = 0  # how many mapped functions run that must not draw random numbers


execution = ExecutionState()


class override:
    """Set attributes of `execution` for a block, and restore them when the block ends.

        with override(grad_enabled=False, visible_level=0): ...

    Observers are not notified: a change by the engine is no step of the user's program.
    """

    __slots__ = ("values", "outer")

    def __init__(self, **values: Any):
        self.values = values

    def __enter__(self) -> None:
        self.outer = outer = {}
        for name, value in self.values.items():
            outer[name] = getattr(execution, name)
            setattr(execution, name, value)

    def __exit__(self, *error: object) -> None:
        for name, value in self.outer.items():
            setattr(execution, name, value)
