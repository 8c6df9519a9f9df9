import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 1))
average = copy.deepcopy(net)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.randn(16, 2), torch.randn(16, 1)
for _ in range(6):
    opt.zero_grad()
    F.mse_loss(net(x), y).backward()
    opt.step()
    with torch.no_grad():
        for slow, p in zip(average.parameters(), net.parameters()):
            slow.lerp_(p, 0.1)
with torch.no_grad():
    print(F.mse_loss(average(x), y).item())
