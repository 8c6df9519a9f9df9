# derivatives of a network's output by its input
import torch
from torch import nn

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
t = torch.linspace(0, 1, 4).view(-1, 1).requires_grad_(True)
u = net(t)
du = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)[0]
d2u = torch.autograd.grad(du, t, torch.ones_like(du), create_graph=True)[0]
loss = ((d2u + u) ** 2).mean()
loss.backward()
print(u, du, d2u, loss)
print(net[0].weight.grad.flatten())
