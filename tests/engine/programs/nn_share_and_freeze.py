# shared weights accumulate; frozen ones stay
import torch
from torch import nn

torch.manual_seed(0)
shared = nn.Linear(2, 2, bias=False)
net = nn.Sequential(shared, shared)
print(len(list(net.parameters())), net)
net(torch.ones(1, 2)).sum().backward()
print(shared.weight.grad)
net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
for p in net[0].parameters():
    p.requires_grad = False
net(torch.ones(1, 2)).sum().backward()
print(net[0].weight.grad, net[1].bias.grad)
