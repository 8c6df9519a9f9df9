import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.02)
for _ in range(12):
    x = torch.randn(2, 2)
    loss = F.mse_loss(net(x), torch.randn(2, 1) * 2)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 2))
