"""Size: the shape of a tensor, a tuple that prints as `torch.Size([2, 3])`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index

from autograd.runtime.c_types import CType, set_c_name


class Size(tuple, metaclass=CType):
    """The lengths of a tensor's dimensions; slices, sums and multiples are Sizes again."""

    __slots__ = ()

    def __sizeof__(self):
        return super().__sizeof__() + 8  # as large as torch's

    def __new__(cls, *lengths):
        if len(lengths) > 1:
            raise TypeError(f"tuple expected at most 1 argument, got {len(lengths)}")
        made = []
        for position, length in enumerate(*lengths or ((),)):
            try:
                made.append(index(length))
            except TypeError:
                raise TypeError(
                    f"torch.Size() takes an iterable of 'int' (item {position} is "
                    f"'{type(length).__name__}')"
                ) from None
        return tuple.__new__(cls, made)

    def numel(self) -> int:
        """Return the number of elements of a tensor of this shape."""
        return math.prod(self)

    def __repr__(self):
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __getitem__(self, key):
        part = tuple.__getitem__(self, key)
        return Size(part) if isinstance(key, slice) else part

    def __add__(self, other):
        if not isinstance(other, tuple):
            raise TypeError(
                f"can only concatenate tuple (not {type(other).__name__}) to torch.Size"
            )
        return Size(tuple.__add__(self, other))

    def __radd__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        return Size(tuple.__add__(other, self))

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __reduce__(self):
        return (Size, (tuple(self),))


set_c_name(Size)


def check_shape(size: tuple[int, ...]) -> None:
    """Raise torch's error about the first length below -1, which stands for the inferred one."""
    for place, length in enumerate(size):
        if length < -1:
            raise RuntimeError(
                f"invalid shape dimension {length} at index {place} of shape {list(size)}")


def check_sizes(size: Sequence[int]) -> None:
    """Raise torch's error about the first negative length of a new tensor."""
    for length in size:
        if length < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {length}: {list(size)}")


numel = math.prod  # how many entries a tensor of these lengths has
