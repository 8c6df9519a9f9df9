# the root of zero has an infinite slope, and 0 times inf is no number
import torch


def length(v):
    return (v * v).sum(dim=1).sqrt()


rows = torch.tensor([[0.6, 0.8], [0.0, 0.0]], requires_grad=True)
length(rows).sum().backward()
print(rows.grad)
