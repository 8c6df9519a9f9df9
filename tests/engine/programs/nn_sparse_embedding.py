# Embeddings with sparse gradients, and which optimizers take them
import warnings

import torch
from torch import nn, optim

warnings.simplefilter("ignore")
torch.manual_seed(0)
table = nn.Embedding(5, 2, sparse=True)
found = table(torch.tensor([[1, 3], [1, 0]]))
print(table, found, found.grad_fn._saved_sparse)
(found * torch.arange(4.0).reshape(2, 2, 1)).sum().backward()
grad = table.weight.grad
print(grad, grad.is_sparse, grad.coalesce(), grad.to_dense())
table(torch.tensor([4])).sum().backward()
print(table.weight.grad)
for make in (
    lambda p: optim.SGD(p, lr=0.1), lambda p: optim.SGD(p, lr=0.1, momentum=0.9),
    lambda p: optim.SparseAdam(p, lr=0.1), lambda p: optim.Adagrad(p, lr=0.1), optim.Adam,
    optim.AdamW, optim.RMSprop, optim.NAdam, lambda p: optim.SGD(p, lr=0.1, weight_decay=0.1),
):
    optimizer = make(list(table.parameters()))
    try:
        for _ in range(2):
            optimizer.zero_grad()
            (table(torch.tensor([1, 2, 1])) * torch.tensor([1.0, -2.0])).sum().backward()
            optimizer.step()
        print(table.weight)
    except RuntimeError as error:
        print(error)
print(optim.SparseAdam(table.parameters()))
table.zero_grad()
(table(torch.tensor([2])).sum() + table(torch.tensor([1])).sum()).backward()
print(table.weight.grad)
table.weight.sum().backward()
print(table.weight.grad)
print(torch.autograd.grad(table(torch.tensor([2])).sum(), table.weight))
padded = nn.Embedding(4, 2, padding_idx=1, sparse=True)
padded(torch.tensor([1, 2, 1])).sum().backward()
print(padded.weight.grad)
bag = nn.EmbeddingBag(4, 2, sparse=True, mode="sum")
bag(torch.tensor([[0, 1], [1, 1]])).sum().backward()
print(bag.weight.grad)
dense = nn.Linear(1, 1)
dense(torch.ones(1, 1)).backward()
try:
    optim.SparseAdam(dense.parameters()).step()
except RuntimeError as error:
    print(error)
adagrad = optim.Adagrad(bag.parameters(), lr=0.1)
adagrad.step()
adagrad.step()
print(bag.weight, adagrad.state_dict()["state"][0]["sum"])
