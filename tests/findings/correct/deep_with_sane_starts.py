import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
layers = []
for _ in range(8):
    layers += [nn.Linear(8, 8), nn.ReLU()]
    nn.init.kaiming_normal_(layers[-2].weight)
net = nn.Sequential(*layers, nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
x, y = torch.randn(16, 8), torch.randn(16, 1)
for _ in range(3):
    opt.zero_grad()
    F.mse_loss(net(x), y).backward()
    opt.step()
