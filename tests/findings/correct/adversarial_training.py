import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 0, 1, 0, 1])
for _ in range(3):
    delta = torch.zeros_like(x, requires_grad=True)
    F.cross_entropy(net(x + delta), y).backward()
    step = 0.1 * delta.grad.sign()
    opt.zero_grad()
    F.cross_entropy(net(x + step), y).backward()
    opt.step()
