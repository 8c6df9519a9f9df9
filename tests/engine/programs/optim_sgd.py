# SGD: plain, momentum, weight decay, nesterov
import torch
from torch import optim

for options in ({}, {"momentum": 0.9}, {"weight_decay": 0.1}, {"momentum": 0.9, "nesterov": True}):
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = optim.SGD([w], lr=0.1, **options)
    for _ in range(3):
        optimizer.zero_grad()
        (w**2).sum().backward()
        optimizer.step()
    print(options, w)
print(optimizer)
print(optimizer.param_groups[0]["lr"], list(optimizer.state_dict()), w.grad)
