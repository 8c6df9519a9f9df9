import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.randn(6, 1)
for _ in range(3):
    net.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    opt.zero_grad()
