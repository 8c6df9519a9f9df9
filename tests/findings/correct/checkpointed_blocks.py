import torch.utils.checkpoint as checkpoint

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
blocks = nn.ModuleList(nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(3))
opt = torch.optim.SGD(blocks.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.randn(6, 4)
for _ in range(2):
    h = x
    for block in blocks:
        h = checkpoint.checkpoint(block, h, use_reentrant=False)
    opt.zero_grad()
    F.mse_loss(h, y).backward()
    opt.step()
