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

# the dtype of a batch before its weights; the variance of a likelihood, as torch's steps meet it
for dtype in (torch.complex64, torch.int64, torch.float64):
    try:
        print(nn.BatchNorm1d(2)(torch.ones(2, 2, dtype=dtype)))
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
for size in ((2,), (2, 2, 1)):
    try:
        print(nn.functional.instance_norm(torch.ones(size)))
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
ones = torch.ones(2, 2)
print(nn.functional.layer_norm(ones[:0].half(), (2,), weight=torch.ones(2)))
for variance in (1.0, 1, -1.0, ones, -ones, ones[:1], ones[:, :1], ones[0], ones.long(), ones * 1j):
    try:
        print(nn.functional.gaussian_nll_loss(ones, ones, variance))
    except (RuntimeError, NotImplementedError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
try:
    nn.utils.clip_grad_norm_([[1.0]], 1.0)
except AttributeError as error:
    print(error)

# rows of embeddings: by which of torch's steps each mistake is met
import torch.nn.functional as F

rows, index = torch.ones(2, 2, requires_grad=True) * 3, torch.tensor([0, 1])
calls = [
    lambda weight, where: F.embedding(where, weight),
    lambda weight, where: F.embedding(where, weight, padding_idx=0),
    lambda weight, where: F.embedding(where, weight, padding_idx=-2),
    lambda weight, where: F.embedding(where, weight, max_norm=1.0),
    lambda weight, where: F.embedding_bag(where, weight),
    lambda weight, where: F.embedding_bag(where, weight, torch.tensor([0])),
]
for weight in (torch.tensor(1.0), rows, rows[0], rows.detach().long(), [1.0]):
    for where in (index, index.float(), index[0], index[None], [0], index + 5):
        for call in calls:
            try:
                print(call(weight, where))
            except Exception as error:
                print(type(error).__name__, error)
with torch.no_grad():
    for call in calls:
        try:
            print(call(rows[0, 0], index))
        except Exception as error:
            print(type(error).__name__, error)
for other in ([1.0], rows[0]):
    for function in (F.margin_ranking_loss, torch.margin_ranking_loss):
        try:
            print(function(rows, other, rows))
        except Exception as error:
            print(type(error).__name__, error)
for order, size in ((None, (2, 0)), (1, (0, 2)), ("nuc", (0, 0)), ("fro", (2, 0))):
    try:
        made = torch.linalg.cond(torch.ones(size), order)
        print(made, made._version)
    except RuntimeError as error:
        print(error)
SIZES = ((1, 1), 1), ((1, 2), 2), ((1, 2, 1), 2), ((1, 4), 2), ((2, 4), 0), ((2, 3), 2)
for size, groups in SIZES:
    for weight in (None, torch.ones(2)):
        for function in (F.group_norm, torch.group_norm):
            try:
                print(function(torch.ones(size), groups, weight))
            except Exception as error:
                print(type(error).__name__, error)
for kind in (torch.complex64, torch.float64, torch.bool):  # products of nothing ask no kernel
    left, right = torch.ones(1, 2, 0, dtype=torch.long), torch.ones(1, 0, 2, dtype=kind)
    print(torch.bmm(left, right), torch.einsum("bij,bjk->bik", left, right).dtype)
for size in ((1, 1, 2, 0), (1, 1, 2, 2)):  # the dtype of a complex image before its entries
    for function in (F.conv2d, F.conv_transpose2d):
        try:
            print(function(torch.ones(size, dtype=torch.complex64), torch.ones(1, 1, 2, 2)))
        except RuntimeError as error:
            print(error)
for weight in (torch.ones(0, 2), torch.ones(2, 0)):
    for where in (torch.tensor([0]), torch.tensor([[5]]), torch.tensor([], dtype=torch.long)):
        try:
            print(F.embedding(where, weight))
        except (RuntimeError, IndexError) as error:
            print(type(error).__name__, error)
