import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(16, 4), torch.randn(16, 1)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(3):
    for i in range(4):
        part = slice(4 * i, 4 * i + 4)
        loss = F.mse_loss(net(x[part]), y[part]) / 2
        loss.backward()
        if (i + 1) % 2 == 0:
            opt.step()
            opt.zero_grad()
