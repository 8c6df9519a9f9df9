# Embedding with padding, max_norm, from_pretrained; EmbeddingBag
import torch
from torch import nn
import torch.nn.functional as F

embedding = nn.Embedding(5, 3)
print(embedding, embedding.weight)
index = torch.tensor([[0, 2], [2, 4]])
y = embedding(index)
print(y, y.grad_fn.name())
y.sum().backward()
print(embedding.weight.grad)
padded = nn.Embedding(4, 2, padding_idx=0)
print(padded, padded.weight)
padded(torch.tensor([0, 1, 1])).sum().backward()
print(padded.weight.grad)
given = nn.Embedding.from_pretrained(torch.arange(6.0).reshape(3, 2))
print(given, given.weight.requires_grad, given(torch.tensor([2])))
scaled = nn.Embedding(3, 2, max_norm=1.0)
print(scaled, scaled(torch.tensor([0, 1])).norm(dim=1) <= 1.0001)
bag = nn.EmbeddingBag(5, 2, mode="sum")
print(bag, bag(torch.tensor([0, 1, 2, 3]), torch.tensor([0, 2])))
mean = nn.EmbeddingBag(5, 2)
out = mean(torch.tensor([[0, 1], [3, 3]]))
print(mean, out)
out.sum().backward()
print(mean.weight.grad)
print(F.one_hot(torch.tensor([0, 2]), 3), F.one_hot(torch.tensor([[1], [0]])))
try:
    embedding(torch.tensor([7]))
except IndexError as error:
    print(error)
try:
    embedding(torch.tensor([1.0]))
except RuntimeError as error:
    print(error)
