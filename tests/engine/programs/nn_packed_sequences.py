# padding, packing and running packed sequences
import torch
from torch import nn
from torch.nn.utils.rnn import (
    pack_padded_sequence,
    pack_sequence,
    pad_packed_sequence,
    pad_sequence,
)

a, b, c = torch.arange(3.0), torch.arange(2.0) + 10, torch.tensor([20.0])
padded = pad_sequence([a, b, c], batch_first=True)
print(padded, pad_sequence([a, b, c], padding_value=-1.0).shape)
packed = pack_sequence([a, b, c])
print(packed)
values, lengths = pad_packed_sequence(packed)
print(values, lengths)
x = padded.unsqueeze(-1)
packed = pack_padded_sequence(x, [3, 2, 1], batch_first=True)
print(packed.data.shape, packed.batch_sizes, packed.sorted_indices)
lstm = nn.LSTM(1, 2, batch_first=True)
out, (h, _) = lstm(packed)
print(out.data, h)
unpacked, lengths = pad_packed_sequence(out, batch_first=True)
print(unpacked, lengths)
unsorted = pack_padded_sequence(x, torch.tensor([1, 3, 2]), batch_first=True, enforce_sorted=False)
print(unsorted.sorted_indices, unsorted.unsorted_indices, unsorted.batch_sizes)
try:
    pack_padded_sequence(x, [1, 3, 2], batch_first=True)
except RuntimeError as error:
    print(error)
for batch_first in (False, True):
    seen = torch.arange(12.0).reshape(3, 2, 2).requires_grad_()
    lengths = [2, 1, 1] if batch_first else [3, 1]
    packed = pack_padded_sequence(seen, lengths, batch_first)[0]
    print(packed, packed.grad_fn.next_functions[0][0].name(), packed.grad_fn._saved_batch_first)
    print(packed.grad_fn._saved_input_sym_sizes, packed.grad_fn._saved_result1)
    whole = pack_padded_sequence(seen, [2, 2, 1] if batch_first else [2, 2], batch_first)
    filled, lengths = pad_packed_sequence(whole, batch_first, -1.0, 3)
    print(filled, lengths)
    filled.cumsum(0).sum().backward()
    print(seen.grad)
short, long = torch.ones(2, 3, requires_grad=True), torch.full((4, 3), 2.0, requires_grad=True)
for options in ({}, {"batch_first": True}, {"padding_side": "left", "padding_value": -1.0}):
    padded = nn.utils.rnn.pad_sequence([short, long], **options)
    print(padded, padded._version, padded.stride(), padded.grad_fn.next_functions[1][0].name())
padded.prod(0).sum().backward()
print(short.grad, long.grad)
opened, lengths = pad_packed_sequence(nn.utils.rnn.pack_sequence([long, short]))
print(opened._version, nn.utils.rnn.unpad_sequence(opened, lengths), opened.shape)
for attempt in (lambda: nn.utils.rnn.pad_sequence([]),
                lambda: nn.utils.rnn.pad_sequence([short], padding_side="up")):
    try:
        attempt()
    except RuntimeError as error:
        print(error)

# the data in other dtypes
print(pack_sequence([torch.ones(2, 1)]).int().data, pack_sequence([torch.ones(1)]).half())
