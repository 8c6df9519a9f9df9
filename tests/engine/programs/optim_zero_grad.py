# zero_grad sets to None, or to zeros
import torch
from torch import nn, optim

net = nn.Linear(1, 1)
optimizer = optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(1)).sum().backward()
optimizer.zero_grad()
print(net.weight.grad)
net(torch.ones(1)).sum().backward()
optimizer.zero_grad(set_to_none=False)
print(net.weight.grad)
net.zero_grad()
print(net.weight.grad)
