"""einops in small: `rearrange`, `reduce`, `repeat`, `pack` and `unpack` by patterns such as
"b (h w) c -> b c h w", in the steps that einops takes, so that the tape names the same nodes."""

import math
import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"\.\.\.|[A-Za-z_]\w*|\d+|[()]|\S")
_REST, _REST_INSIDE = "...", "(...)"  # dots by themselves, and in parentheses


class EinopsError(RuntimeError):
    """A pattern, or a tensor that does not go with it."""

    __module__ = "einops"


class Side(NamedTuple):
    """One side of a pattern: for each dimension the axes that it is made of."""

    groups: tuple[tuple[str, ...], ...]

    @property
    def axes(self) -> list[str]:
        """All axes from left to right."""
        return [axis for group in self.groups for axis in group]

    @property
    def composed(self) -> bool:
        """Whether some dimension is not just one axis."""
        return any(len(group) != 1 for group in self.groups)


def rearrange(tensor, pattern: str, **sizes: int):
    """`tensor` with its axes in another order, taken apart or put together."""
    return _transformed(tensor, pattern, "rearrange", sizes)


def reduce(tensor, pattern: str, reduction, **sizes: int):
    """The "mean", "sum", "min", "max" or "prod" over the axes that the right side leaves out."""
    return _transformed(tensor, pattern, reduction, sizes)


def repeat(tensor, pattern: str, **sizes: int):
    """`tensor` repeated along the axes that only the right side has."""
    return _transformed(tensor, pattern, "repeat", sizes)


def parse_shape(tensor, pattern: str) -> dict[str, int]:
    """The lengths of the dimensions that a pattern such as "b c _ _" names."""
    return {name: n for name, n in zip(pattern.split(), tensor.shape) if name != "_"}


def _transformed(tensor, pattern, reduction, sizes):
    if isinstance(tensor, list | tuple):
        tensor = _stacked(tensor)
    try:
        return _applied(tensor, *_sides(pattern, tensor.ndim), reduction, sizes)
    except EinopsError as error:
        raise EinopsError(
            f' Error while processing {reduction}-reduction pattern "{pattern}".\n Input tensor '
            f"shape: {tensor.shape}. Additional info: {sizes}.\n {error}") from None


def _applied(tensor, left, right, reduction, sizes):
    """The steps of a pattern: shape, order, reduction, new axes, shape; those that change it."""
    lengths = _lengths(tensor.shape, left, sizes)
    before, after = left.axes, right.axes
    gone = [axis for axis in before if axis not in after]
    new = [axis for axis in after if axis not in before]
    _check(reduction, gone, new, lengths)
    if left.composed:
        tensor = tensor.reshape([lengths[axis] for axis in before])
    order = [before.index(axis) for axis in after if axis in before]
    order += [before.index(axis) for axis in gone]
    if order != sorted(order):
        tensor = tensor.transpose(order) if _is_array(tensor) else tensor.permute(order)
    if gone:
        tensor = _reduced(tensor, reduction, tuple(range(len(before) - len(gone), len(before))))
    for place, axis in enumerate(after):
        if axis in new:
            tensor = _widened(tensor, place)
    if new:
        tensor = _spread(tensor, [lengths[axis] if axis in new else -1 for axis in after])
    if right.composed:
        tensor = tensor.reshape([math.prod(lengths[a] for a in group) for group in right.groups])
    return tensor


@lru_cache(256)
def _sides(pattern: str, ndim: int) -> tuple[Side, Side]:
    """The two sides of a pattern for a tensor of `ndim` dimensions."""
    if pattern.count("->") != 1:
        raise EinopsError("A pattern has one arrow, as in 'b c -> c b'.")
    left, right = (_groups(side) for side in pattern.split("->"))
    rest = ndim - len(left) + 1 if (_REST,) in left else 0
    if len(left) - ((_REST,) in left) + rest != ndim:
        raise EinopsError(f"Wrong shape: expected {len(left)} dims. Received {ndim}-dim tensor.")
    dots = tuple(f"{_REST}{i}" for i in range(rest))
    return _opened(left, dots), _opened(right, dots)


def _groups(side: str) -> list[tuple[str, ...]]:
    """The dimensions of one side as it is written."""
    groups, inside = [], None
    for number, token in enumerate(_TOKEN.findall(side.replace("…", _REST))):
        if token == "(" and inside is None:
            inside = []
        elif token == ")" and inside is not None:
            groups.append(tuple(inside))
            inside = None
        elif token == _REST or token.isidentifier() or token.isdecimal():
            # A number is an axis without a name, different from all others; 1 is none at all.
            named = [] if token == "1" else [f"{token}#{number}" if token.isdecimal() else token]
            if inside is None:
                groups.append(tuple(named))
            else:
                inside += [_REST_INSIDE] if token == _REST else named
        else:
            raise EinopsError(f"Unexpected {token!r} in {side.strip()!r}.")
    if inside is not None:
        raise EinopsError(f"Imbalanced parentheses in {side.strip()!r}.")
    return groups


def _opened(groups, dots) -> Side:
    """A side whose dots are one axis for each dimension that they stand for."""
    made = []
    for group in groups:
        if group == (_REST,):
            made += [(dot,) for dot in dots]
        else:
            made.append(tuple(a for axis in group
                              for a in (dots if axis == _REST_INSIDE else (axis,))))
    return Side(tuple(made))


def _lengths(shape, left: Side, sizes) -> dict[str, int]:
    """The length of each axis; in each dimension one that is not given follows from the others."""
    known = dict(sizes)
    for group, n in zip(left.groups, shape):
        known |= {axis: int(axis.partition("#")[0]) for axis in group if "#" in axis}
        open_ = [axis for axis in group if axis not in known]
        others = math.prod(known[axis] for axis in group if axis in known)
        if len(open_) > 1:
            raise EinopsError(f"Could not infer sizes for {set(open_)}")
        if n % others if open_ else n != others:
            raise EinopsError(
                f"Shape mismatch, can't divide axis of length {n} in chunks of {others}" if open_
                else f"Shape mismatch, {n} != {others}")
        if open_:
            known[open_[0]] = n // others
    return known


def _check(reduction, gone, new, lengths) -> None:
    """Refuse axes that appear or vanish where the function has no use for that."""
    if reduction == "rearrange" and (gone or new) or reduction == "repeat" and gone:
        raise EinopsError(
            f"Identifiers only on one side of expression (should be on both): {set(gone + new)}")
    lengths |= {axis: int(axis.partition("#")[0]) for axis in new if "#" in axis}
    if missing := [axis for axis in new if axis not in lengths]:
        raise EinopsError(f"Specify sizes for new axes in repeat: {set(missing)}")


def _is_array(tensor) -> bool:
    return type(tensor).__module__ == "numpy"


def _stacked(tensors):
    if _is_array(tensors[0]):
        import numpy

        return numpy.stack(tensors)
    import torch

    return torch.stack(list(tensors))


def _reduced(tensor, reduction, dims):
    if callable(reduction):
        return reduction(tensor, dims)
    if _is_array(tensor):
        return getattr(tensor, reduction)(axis=dims)
    if reduction in ("min", "max"):
        return getattr(tensor, "a" + reduction)(dim=dims)
    if reduction in ("mean", "sum"):
        return getattr(tensor, reduction)(dim=dims)
    for dim in reversed(dims):
        tensor = getattr(tensor, reduction)(dim=dim)
    return tensor


def _widened(tensor, place):
    return tensor[(slice(None),) * place + (None,)] if _is_array(tensor) else (
        tensor.unsqueeze(place))


def _spread(tensor, lengths):
    if not _is_array(tensor):
        return tensor.expand(lengths)
    import numpy

    shape = [old if new == -1 else new for old, new in zip(tensor.shape, lengths)]
    return numpy.broadcast_to(tensor, shape)
