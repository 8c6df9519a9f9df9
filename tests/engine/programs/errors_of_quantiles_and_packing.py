# what quantile and pack_padded_sequence refuse, and in which order
import torch
from torch.nn.utils.rnn import pack_padded_sequence


def attempt(function, *arguments, **options):
    try:
        print(function(*arguments, **options))
    except Exception as error:
        print(type(error).__name__, error)


x = torch.arange(10.0)
attempt(torch.quantile, x, 1.5, interpolation="nope")
attempt(torch.quantile, torch.empty(0), 0.5, interpolation="nope")
attempt(torch.quantile, x.long(), torch.tensor([[0.1]]))
attempt(torch.quantile, x, torch.tensor([1.1]), 5)
attempt(torch.quantile, x, torch.tensor([1.1]))
batch = torch.arange(12.0).view(3, 4, 1)
for lengths in (torch.tensor([[4, 3, 1]]), torch.tensor(4), torch.tensor([])):
    attempt(pack_padded_sequence, batch, lengths, batch_first=True)
attempt(pack_padded_sequence, batch[:0], torch.tensor([]), batch_first=True)
rnn = torch.nn.utils.rnn
for call in (lambda: rnn.pad_packed_sequence(torch.ones(2, 2)),
             lambda: rnn.pad_sequence("ab"),
             lambda: rnn.pad_sequence([torch.ones(2), 3])):
    try:
        print(call())
    except (AttributeError, TypeError) as error:
        print(error)
