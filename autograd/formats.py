"""The names of layouts and memory formats: `torch.strided`, `torch.channels_last` and their kin."""

from __future__ import annotations

from autograd.dotted import Dotted, in_c


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
