"""`torch.compiler`: the interface of torch's compiler, without effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from torch._dynamo import disable as disable, is_compiling as is_compiling, reset as reset

is_dynamo_compiling = is_exporting = is_compiling


def allow_in_graph(fn: Callable[..., Any]) -> Any:
    """Return `fn`."""
    return fn


assume_constant_result = substitute_in_graph = allow_in_graph


def cudagraph_mark_step_begin() -> None:
    """Do nothing."""
