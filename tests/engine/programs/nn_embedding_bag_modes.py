# EmbeddingBag: sums, means, maxima, weights, offsets, padding
import torch
from torch import nn
import torch.nn.functional as F

table = torch.arange(12.0).reshape(6, 2).requires_grad_()
index, offsets = torch.tensor([0, 1, 3, 5, 5]), torch.tensor([0, 2, 4])
for mode in ("sum", "mean", "max"):
    table.grad = None
    out = F.embedding_bag(index, table, offsets, mode=mode)
    out.sum().backward()
    print(mode, out, table.grad)
weights = torch.tensor([1.0, 2.0, 0.5, 0.0, 1.0], requires_grad=True)
out = F.embedding_bag(index, table, offsets, mode="sum", per_sample_weights=weights)
out.sum().backward()
print(out, weights.grad)
bag = nn.EmbeddingBag.from_pretrained(table.detach(), mode="sum", freeze=False)
print(bag, bag(torch.tensor([[0, 1], [2, 2]])))
print(nn.EmbeddingBag(6, 2, padding_idx=5), F.embedding_bag(index, table, offsets, padding_idx=5))
print(F.embedding_bag(index, table, torch.tensor([0, 0, 5]), include_last_offset=False))
print(F.embedding_bag(index, table, torch.tensor([0, 2, 5]), include_last_offset=True))
for call in (
    lambda: F.embedding_bag(index, table),
    lambda: F.embedding_bag(index.view(1, 5), table, offsets),
    lambda: F.embedding_bag(index, table, offsets, mode="median"),
):
    try:
        call()
    except (ValueError, RuntimeError) as error:
        print(error)

# bags that do not begin at 0 or end behind the rows, rows that are not there, weights of others
rows, three = torch.arange(10.0).view(5, 2), torch.tensor([1, 2, 3])
for wrong in (
    lambda: F.embedding_bag(three, rows, torch.tensor([1, 2])),
    lambda: F.embedding_bag(three, rows, torch.tensor([0, 5])),
    lambda: F.embedding_bag(three, rows, torch.tensor([[0]])),
    lambda: F.embedding_bag(three, rows, torch.tensor([0.0])),
    lambda: F.embedding_bag(torch.tensor([[1, 7]]), rows, mode="sum"),
    lambda: F.embedding_bag(torch.tensor([[1, -1]]), rows, mode="max"),
    lambda: F.embedding_bag(three[None], rows, padding_idx=7),
    lambda: F.embedding_bag(three[None], rows, per_sample_weights=torch.ones(2), mode="sum"),
    lambda: F.embedding_bag(
        three[None], rows, per_sample_weights=torch.ones(1, 3).double(), mode="sum"),
):
    try:
        print(wrong())
    except (RuntimeError, ValueError) as error:
        print(error)
# rows that are not there beside padding, and rows without columns
for padding in (None, 0):
    try:
        F.embedding_bag(torch.tensor([[1, 10]]), torch.ones(10, 3), mode="sum", padding_idx=padding)
    except RuntimeError as error:
        print(error)
narrow = nn.Embedding(0, 0, sparse=True)
narrow(torch.tensor([], dtype=torch.long)).sum().backward()
print(narrow.weight.grad)
