"""Padded or packed sequences of different lengths (`torch/nn/utils/rnn.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from autograd import ops
from autograd.arguments.argument_parser import check_arguments
from autograd.engine.apply import apply
from autograd.functions.creation.from_data import as_tensor
from autograd.functions.creation.ranges import arange
from autograd.functions.reduction.sorting import sort
from autograd.runtime.c_types import type_name
from autograd.runtime.bool_options import check_bool
from autograd.tensor.dtype import int64
from autograd.tensor.tensor import Tensor, wrap


class PackedSequence_(NamedTuple):
    """Fields of a packed sequence."""

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(PackedSequence_):
    """Data of several sequences, step after step.

    `data` has shape (sum of lengths, *); `batch_sizes` the number of sequences at each step.
    """

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Convert the data to another dtype or device."""
        data = self.data.to(*args, **kwargs)
        return self if data is self.data else type(self)(data, *self[1:])

    def cpu(self) -> PackedSequence:
        """Return the sequence itself: everything is on the CPU."""
        return self

    def cuda(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Raise torch's error: everything is on the CPU."""
        return self.to(*args, **kwargs, device="cuda")

    def is_pinned(self) -> bool:
        """Return False: no device needs pinned memory."""
        return self.data.is_pinned()

    def float(self) -> PackedSequence:
        """Convert the data to float32."""
        return self.to(self.data.float().dtype)

    def double(self) -> PackedSequence:
        """Convert the data to float64."""
        return self.to(self.data.double().dtype)

    def half(self) -> PackedSequence:
        """Convert the data to float16."""
        return self.to(self.data.half().dtype)

    def long(self) -> PackedSequence:
        """Convert the data to int64."""
        return self.to(self.data.long().dtype)

    def int(self) -> PackedSequence:
        """Convert the data to int32."""
        return self.to(self.data.int().dtype)

    def short(self) -> PackedSequence:
        """Convert the data to int16."""
        return self.to(self.data.short().dtype)

    def char(self) -> PackedSequence:
        """Convert the data to int8."""
        return self.to(self.data.char().dtype)

    def byte(self) -> PackedSequence:
        """Convert the data to uint8."""
        return self.to(self.data.byte().dtype)

    def pin_memory(self) -> PackedSequence:
        """Raise torch's error: no device needs pinned memory."""
        return type(self)(self.data.pin_memory(), *self[1:])

    @property
    def is_cuda(self) -> bool:
        """False: everything is on the CPU."""
        return False


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """Return the inverse of a permutation, None for None."""
    return None if permutation is None else wrap(np.argsort(permutation._array))


def pack_padded_sequence(
        input: Tensor, lengths: Tensor | list[int], batch_first: bool = False,
        enforce_sorted: bool = True
) -> tuple[Any, ...]:
    """Pack a padded batch (T, N, *), or (N, T, *) with `batch_first`.

    `lengths` must decrease unless `enforce_sorted` is False. Raises RuntimeError otherwise.
    """
    lengths = lengths.long() if isinstance(lengths, Tensor) else as_tensor(lengths, dtype=int64)
    if not isinstance(input, Tensor):
        raise TypeError("_pack_padded_sequence(): argument 'input' (position 1) must be Tensor, "
                        f"not {type_name(input)}")
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    check_lengths(input, lengths._array, 0 if batch_first else 1)
    steps = np.arange(int(lengths._array[0]))
    sizes = (lengths._array[None, :] > steps[:, None]).sum(1)
    params = {"batch_first": bool(batch_first), "batch_sizes": tuple(sizes.tolist())}
    data = apply(ops.pack_padded_sequence, (input,), params)
    return PackedSequence(data, wrap(sizes.astype(np.int64)), sorted_indices, None)


def check_lengths(input: Tensor, lengths: np.ndarray, dim: int) -> None:
    """Raise torch's RuntimeErrors if the lengths do not fit the batch dimension `dim`."""
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    if lengths.ndim != 1:
        raise RuntimeError("'lengths' argument should be a 1D CPU int64 tensor, but got "
                           f"{lengths.ndim}D cpu Long tensor")
    if len(lengths) != input.size(dim):
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} "
            f"(batch_size={input.size(dim)})"
        )
    if lengths[-1] <= 0:  # the shortest, if they are in order
        raise RuntimeError(
            "Length of all samples has to be greater than 0, but found an element in 'lengths' "
            "that is <= 0"
        )
    if (np.diff(lengths) > 0).any():
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You "
            "can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to "
            "sidestep this requirement if you do not need ONNX exportability."
        )


def pad_packed_sequence(
        sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0,
        total_length: int | None = None) -> tuple[Tensor, Tensor]:
    """Return a padded batch and the lengths: the inverse of `pack_padded_sequence`."""
    counts = tuple(sequence.batch_sizes.tolist())
    data, _, _, unsorted_indices = sequence
    longest = len(counts)
    if total_length is not None and total_length < longest:
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but "
            f"got total_length={total_length} and max sequence length being {longest}"
        )
    check_bool("_pad_packed_sequence", "batch_first", batch_first, 3)
    features = tuple(data.shape[1:])
    padded = data.new_empty((total_length or longest, counts[0], *features)).fill_(padding_value)
    step = row = 0
    for count, equal in groupby(counts):
        steps = len(list(equal))
        block = data[row:row + count * steps].view(steps, count, *features)
        padded.narrow(0, step, steps).narrow(1, 0, count).copy_(block)
        step, row = step + steps, row + count * steps
    if batch_first:
        padded = padded.transpose(0, 1)
    lengths = (np.array(counts)[:, None] > np.arange(counts[0])).sum(0)
    lengths = wrap(lengths.astype(np.int64))
    if unsorted_indices is None:
        return padded, lengths
    padded = padded.index_select(0 if batch_first else 1, unsorted_indices)
    return padded, lengths[unsorted_indices]


def pad_sequence(
        sequences: list[Tensor], batch_first: bool = False, padding_value: float = 0.0,
        padding_side: str = "right") -> Tensor:
    """Stack tensors (L, *) of different lengths L into (T, N, *), padded with `padding_value`."""
    if not isinstance(sequences, Iterable):
        raise RuntimeError(
            "pad_sequence: Expected iterable for input sequences, but got arg of type: "
            f"{type(sequences)}"
        )
    sequences = list(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(
            f"Expected padding_side to be one of left or right, but got {padding_side}.")
    for index, each in enumerate(sequences):
        if not isinstance(each, Tensor):
            raise TypeError(f"expected Tensor as element {index} in argument 0, but got "
                            f"{type(each).__name__}")
    check_arguments(
        "torch.nn", "pad_sequence", (sequences, batch_first, padding_value, padding_side), {})
    longest, first = max(each.size(0) for each in sequences), sequences[0]
    shape = (len(sequences), longest) if batch_first else (longest, len(sequences))
    padded = first.detach().new_empty((*shape, *first.shape[1:])).fill_(padding_value)
    for i, each in enumerate(sequences):
        steps = each.size(0)
        start = longest - steps if padding_side == "left" else 0
        target = (padded.select(0, i).narrow(0, start, steps) if batch_first
                  else padded.narrow(0, start, steps).select(1, i))
        target.copy_(each)
    return padded


def unpad_sequence(
        padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """Return the sequences of a padded batch, which is transposed in place."""
    if not batch_first:
        padded_sequences.transpose_(0, 1)
    steps = arange(padded_sequences.size(1))
    return [row[steps < length] for row, length in zip(padded_sequences, lengths, strict=True)]


def pack_sequence(sequences: list[Tensor], enforce_sorted: bool = True) -> tuple[Any, ...]:
    """Pack tensors (L, *) of different lengths L."""
    lengths = [each.size(0) for each in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """Return the sequences of a packed batch."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
