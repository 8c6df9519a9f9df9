"""Anomaly detection, which reports the forward call of a node that fails in backward.

A gradient that is NaN counts as a failure. Implemented as an observer, so it costs nothing while it
is off. Follows `torch.autograd.detect_anomaly` and torch/csrc/autograd/anomaly_mode.cpp.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from os.path import dirname, join
from typing import TYPE_CHECKING, Any

import numpy as np

from autograd.graph.node import TableNode
from autograd.runtime import observer
from autograd.runtime.blame import attach_blame
from autograd.runtime.c_types import short_type_name
from autograd.runtime.execution_state import execution
from autograd.runtime.warnings import caution
from autograd.tensor.tensor import Tensor

if TYPE_CHECKING:
    from autograd.graph.node import Node
    from autograd.tensor.tensor import ArrayOrTensor

NO_FORWARD_TRACEBACK = (
    "Error detected in {name}. No forward pass information available. Enable detect anomaly during "
    "forward pass for more information."
)
check_nan = True
_ENGINE = join(dirname(dirname(__file__)), "")


class _Anomaly(observer.Observer):
    """An observer that stores the stack of each forward call and raises for gradients with NaN."""

    def op(
            self, op: Any, inputs: Sequence[Any], params: dict[str, Any], outputs: Sequence[Tensor],
            node: Node | None) -> None:
        if node is not None:
            self.rebased(node)

    def rebased(self, node: Node) -> None:
        frames = [f for f in program_stack() if not is_engine_file(f.filename)]
        node.metadata["traceback_"] = traceback.format_list(frames)
        if execution.backward_node is not None:
            node.metadata["parent_"] = execution.backward_node

    def flowed(
            self, node: Node, edge: int, value: ArrayOrTensor, total: ArrayOrTensor | None,
            arrived: int, needed: int) -> None:
        array = value._array if isinstance(value, Tensor) else value
        if check_nan and np.isnan(array).any():
            if not execution.backward_call.retain_graph:
                node._free()  # torch checks for NaN after freeing
            raise attach_blame(RuntimeError(
                f"Function '{node.name()}' returned nan values in its {edge}th output."
            ), [node])

    def withheld(self, node: Node, edge: int, value: np.ndarray) -> None:
        if not isinstance(node, TableNode):  # torch skips unneeded formulas of table ops
            self.flowed(node, edge, value, None, 0, 0)

    def broke(self, node: Node, error: Exception) -> None:
        """Warn with the traceback of `node`, which raised `error`."""
        warn_with_traceback(
            node, "Error detected in {name}. Traceback of forward call that caused the error:\n",
            122)
        parent = node.metadata.get("parent_")
        while parent is not None:  # `node` was made by a backward: the node that made it
            warn_with_traceback(
                parent, "\n\nPrevious calculation was induced by {name}. Traceback of forward "
                "call that induced the previous calculation:\n", 129)
            parent = parent.metadata.get("parent_")
        if "enable anomaly detection to find" in str(error):
            start = str(error).index("Hint: ")
            error.args = (str(error)[:start] + (
                "Hint: the backtrace further above shows the operation that failed to compute its "
                "gradient. The variable in question was changed in there or anywhere later. Good "
                "luck!"
            ),)


def warn_with_traceback(node: Node, words: str, line: int) -> None:
    """Warn with `words` and the traceback of a node, or that there is none.

    If the program turns warnings into errors, it is printed: another error is being raised.
    """
    stack = node.metadata.get("traceback_")
    if stack is None:
        words, stack, line = NO_FORWARD_TRACEBACK, (), 100
    try:
        caution(words.format(name=node.name()) + "".join(stack),
                at=f"torch/csrc/autograd/python_anomaly_mode.cpp:{line}")
    except Warning as warning:
        print(f"{type(warning).__name__}: {warning}", file=sys.stderr)


def program_stack() -> traceback.StackSummary:
    """Return the stack from the program's module down, without frames of a server around it."""
    frames, main = list(traceback.walk_stack(None)), sys.modules["__main__"].__dict__
    outermost = max((i for i, (frame, _) in enumerate(frames) if frame.f_globals is main),
                    default=len(frames))
    return traceback.StackSummary.extract(reversed(frames[:outermost + 1]))


def is_engine_file(filename: str) -> bool:
    """Return whether a file belongs to the engine."""
    return filename.startswith(_ENGINE)


_observer = _Anomaly()
enabled = False


def is_anomaly_enabled() -> bool:
    """Return whether anomaly detection is on."""
    return enabled


def is_anomaly_check_nan_enabled() -> bool:
    """Return whether anomaly detection checks for NaN."""
    return check_nan


def set_anomaly_enabled(mode: bool, check: bool = True) -> None:
    """Turn anomaly detection on or off; `check` is whether it checks for NaN."""
    global enabled, check_nan
    for place, (name, given) in enumerate((("enabled", mode), ("check_nan", check)), 1):
        if not isinstance(given, bool):
            raise TypeError(f"set_anomaly_enabled(): argument '{name}' (position {place}) must be "
                            f"bool, not {short_type_name(given)}")
    if mode and not enabled:
        observer.add_observer(_observer)
    elif enabled and not mode:
        observer.remove_observer(_observer)
    enabled, check_nan = mode, check


class set_detect_anomaly:
    """Set anomaly detection at once; as a context, restore it at the end."""

    def __init__(self, mode: bool, check_nan: bool = True):
        self.before = enabled, is_anomaly_check_nan_enabled()
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self):
        return None

    def __exit__(self, *error):
        set_anomaly_enabled(*self.before)


class detect_anomaly(set_detect_anomaly):
    """Context with anomaly detection; warns that it costs time."""

    def __init__(self, check_nan: bool = True):
        self.before = enabled, is_anomaly_check_nan_enabled()
        self.check_nan = check_nan
        caution(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should "
            "only be enabled for debugging.")

    def __enter__(self):
        self.before = enabled, is_anomaly_check_nan_enabled()
        set_anomaly_enabled(True, self.check_nan)


for _type in (set_detect_anomaly, detect_anomaly):
    _type.__module__ = "torch.autograd.anomaly_mode"
