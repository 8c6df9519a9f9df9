# an optimizer without parameters, groups, and a step without gradients
import torch
from torch import nn, optim

try:
    optim.SGD([], lr=0.1)
except ValueError as error:
    print(error)
try:
    optim.SGD([torch.ones(1) * torch.ones(1, requires_grad=True)], lr=0.1)
except ValueError as error:
    print(error)
try:
    optim.SGD([torch.ones(1)], lr=-1)
except ValueError as error:
    print(error)
w = torch.ones(1, requires_grad=True)
optimizer = optim.SGD([w], lr=0.1)
optimizer.step()
print(w)
a, b = nn.Linear(1, 1), nn.Linear(1, 1)
optimizer = optim.SGD([{"params": a.parameters()}, {"params": b.parameters(), "lr": 0.5}], lr=0.1)
print(len(optimizer.param_groups), [g["lr"] for g in optimizer.param_groups])
