# embeddings
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
emb = nn.Embedding(5, 3)
print(emb, emb.weight)
y = emb(torch.tensor([[1, 4], [1, 0]]))
print(y.shape, y.grad_fn.name())
y.sum().backward()
print(emb.weight.grad)
print(F.one_hot(torch.tensor([0, 2]), 3), F.one_hot(torch.tensor([1, 0])))
print(
    nn.Embedding(3, 2, padding_idx=0).weight[0],
    nn.Embedding.from_pretrained(torch.eye(2))(torch.tensor([1])),
)
try:
    emb(torch.tensor([5]))
except IndexError as error:
    print(error)
