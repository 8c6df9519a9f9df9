"""Memory options of factories: `layout=`, `pin_memory=`."""

from __future__ import annotations

from typing import Any

from autograd.runtime.function_record import Factory, record
from autograd.tensor.memory_format import layout, sparse_coo, strided

PINNED_MEMORY_ERROR = (
    "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is "
    "available on this system.")


def drop_memory_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the factory `name` without `layout` and `pin_memory`, once checked.

    `layout` stays for a factory of sparse tensors. Raises torch's errors for pinned memory and for
    layouts that the factory does not support.
    """
    factory = record(name).factory
    if factory is None or not options.keys() & {"layout", "pin_memory"}:
        return options
    if options.get("pin_memory"):
        raise RuntimeError(PINNED_MEMORY_ERROR)
    layout = options.get("layout")
    left_out = {"layout", "pin_memory"}
    if layout is not None and layout is not strided:
        check_layout(name, factory, layout)
        if factory.layouts:
            left_out = {"pin_memory"}
    return {key: value for key, value in options.items() if key not in left_out}


def check_layout(name: str, factory: Factory, layout: layout) -> None:
    """Raise torch's error for a layout that the factory `name` does not support."""
    if factory.filled_by:
        kind = "Sparse" if layout is sparse_coo else "SparseCsr"
        raise NotImplementedError(
            f"Could not run 'aten::{factory.filled_by}' with arguments from the '{kind}CPU' "
            "backend. Tapescope has no rule for it either: make a dense tensor, then use "
            "to_sparse().")
    if factory.sparse_error:
        raise RuntimeError(factory.sparse_error.format(name=name, layout=layout))
