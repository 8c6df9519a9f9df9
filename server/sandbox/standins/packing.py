"""The rest of einops: `pack` and `unpack`, `einsum` with long names, and the layers."""

import math
import string

from .rearranging import EinopsError, rearrange, reduce


def pack(tensors, pattern: str):
    """Tensors that differ in the dimensions at "*" as one, and the shapes that they had there."""
    import torch

    front, back = _around(pattern)
    packed, shapes = [], []
    for tensor in tensors:
        end = tensor.ndim - back
        if end < front:
            raise EinopsError(f"packing pattern {pattern} does not fit shape {tensor.shape}")
        shapes.append(tensor.shape[front:end])
        packed.append(tensor.reshape((*tensor.shape[:front], -1, *tensor.shape[end:])))
    return torch.cat(packed, dim=front), shapes


def unpack(tensor, packed_shapes, pattern: str) -> list:
    """The opposite of `pack`; one shape may have a length of -1, which takes what is left."""
    front, _ = _around(pattern)
    total = tensor.shape[front]
    lengths = [-1 if -1 in shape else math.prod(shape) for shape in packed_shapes]
    lengths = [total - sum(lengths) - 1 if n == -1 else n for n in lengths]
    lead, rest = tensor.shape[:front], tensor.shape[front + 1:]
    return [part.reshape((*lead, *shape, *rest))
            for part, shape in zip(tensor.split(lengths, dim=front), packed_shapes)]


def _around(pattern: str) -> tuple[int, int]:
    """How many dimensions stand before and after the "*" of a pattern."""
    names = pattern.split()
    if names.count("*") != 1:
        raise EinopsError(f"A pattern of pack has one *, which {pattern!r} has not.")
    return names.index("*"), len(names) - names.index("*") - 1


def einsum(*tensors_and_pattern):
    """`torch.einsum` with the pattern last and axes of any name, as in "batch i, i j -> j"."""
    import torch

    *tensors, pattern = tensors_and_pattern
    sides, letters = [], {}
    for side in pattern.replace("->", " -> ").split("->"):
        terms = [term.replace("...", " ... ").split() for term in side.split(",")]
        sides.append(",".join("".join(
            name if name == "..." else letters.setdefault(name, string.ascii_letters[len(letters)])
            for name in term) for term in terms))
    return torch.einsum("->".join(sides), *tensors)


def layers() -> dict:
    """The layers of `einops.layers.torch`."""
    from torch import nn

    class _Layer(nn.Module):
        def __init__(self, pattern, **sizes):
            super().__init__()
            self.pattern, self.axes_lengths = pattern, sizes

        def extra_repr(self) -> str:
            shown = [repr(self.pattern), *(f"{name}={n}" for name, n in self.axes_lengths.items())]
            return ", ".join(shown)

        def __repr__(self):
            return f"{type(self).__name__}({self.extra_repr()})"

    class Rearrange(_Layer):
        """`rearrange` as a layer."""

        def forward(self, input):
            return rearrange(input, self.pattern, **self.axes_lengths)

    class Reduce(_Layer):
        """`reduce` as a layer."""

        def __init__(self, pattern, reduction, **sizes):
            super().__init__(pattern, **sizes)
            self.reduction = reduction

        def extra_repr(self) -> str:
            shown = [repr(self.pattern), repr(self.reduction)]
            return ", ".join([*shown, *(f"{k}={n}" for k, n in self.axes_lengths.items())])

        def forward(self, input):
            return reduce(input, self.pattern, self.reduction, **self.axes_lengths)

    return {"Rearrange": Rearrange, "Reduce": Reduce}
