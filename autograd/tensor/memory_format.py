"""Layouts and memory formats, and the options of a call that ask for one, or for pinned memory."""

from __future__ import annotations

from typing import Any

from autograd.runtime.c_types import Dotted, in_c
from autograd.runtime.function_record import Factory, record

PINNED = ("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory "
          "allocator is available on this system.")


class _Named(metaclass=Dotted):
    """A constant that prints as its name in torch."""

    __slots__ = ("name",)

    def __new__(cls, *args, **options):
        raise TypeError(f"cannot create '{cls.long_name}' instances")

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return self.name


class layout(_Named):
    """How a tensor lies in memory."""

    __slots__ = ()


class memory_format(_Named):
    """In which order the entries of a tensor lie in memory."""

    __slots__ = ()


def _named(kind: type, name: str):
    made = object.__new__(kind)
    made.name = name
    return made


in_c(layout)
in_c(memory_format)
strided = _named(layout, "strided")
sparse_coo, sparse_csr = _named(layout, "sparse_coo"), _named(layout, "sparse_csr")
sparse_csc = _named(layout, "sparse_csc")
contiguous_format = legacy_contiguous_format = _named(memory_format, "contiguous_format")
preserve_format = _named(memory_format, "preserve_format")
channels_last = _named(memory_format, "channels_last")
channels_last_3d = _named(memory_format, "channels_last_3d")


def plain_memory(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a call that makes a tensor without those about memory, once they are obeyed.

    A layout stays where the function obeys it. torch's errors for memory that cannot be had.
    """
    factory = record(name).factory
    if factory is None or not options.keys() & {"layout", "pin_memory"}:
        return options
    if options.get("pin_memory"):
        raise RuntimeError(PINNED)
    layout = options.get("layout")
    left_out = {"layout", "pin_memory"}
    if layout is not None and layout is not strided:
        check_layout(name, factory, layout)
        if factory.layouts:
            left_out = {"pin_memory"}
    return {key: value for key, value in options.items() if key not in left_out}


def check_layout(name: str, factory: Factory, layout: layout) -> None:
    """Raise torch's error for a layout that a function does not fill."""
    if factory.filled_by:
        kind = "Sparse" if layout is sparse_coo else "SparseCsr"
        raise NotImplementedError(
            f"Could not run 'aten::{factory.filled_by}' with arguments from the '{kind}CPU' "
            "backend. Tapescope has no rule for it either: make a dense tensor, then use "
            "to_sparse().")
    if factory.sparse_error:
        raise RuntimeError(factory.sparse_error.format(name=name, layout=layout))
