# what is refused first: lengths out of order, a checkpoint inside grad; and two small facts
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.checkpoint import checkpoint


def tried(action):
    try:
        print(action())
    except RuntimeError as error:
        print(str(error)[:120])


padded = torch.ones(3, 3, 2)
for lengths, kept in (([3, 0, 2], True), ([3, 2, 0], True), ([3, 0, 2], False), ([2, 3, 1], False)):
    tried(lambda: pack_padded_sequence(padded, lengths, True, enforce_sorted=kept).batch_sizes)

x = torch.ones(2, requires_grad=True)
again = lambda reentrant: checkpoint(torch.sin, x, use_reentrant=reentrant).sum()  # noqa: E731
tried(lambda: torch.autograd.grad(again(True), x))
tried(lambda: torch.autograd.grad(again(False), x))
tried(lambda: again(True).backward(inputs=[x]))
tried(lambda: again(True).backward() or x.grad)
print(nn.LSTM(2, 3, 2)._flat_weights_names, torch.backends.cudnn.enabled)
