import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(6):
    x = torch.randn(12, 4)
    loss = F.mse_loss(net(x), (x[:, :1] > 0).float())
    opt.zero_grad()
    loss.backward()
    opt.step()
