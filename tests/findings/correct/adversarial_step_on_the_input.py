import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
x, y = torch.randn(5, 4, requires_grad=True), torch.tensor([0, 1, 2, 0, 1])
loss = F.cross_entropy(net(x), y)
loss.backward()
worse = (x + 0.1 * x.grad.sign()).detach()
print(loss.item(), F.cross_entropy(net(worse), y).item())
