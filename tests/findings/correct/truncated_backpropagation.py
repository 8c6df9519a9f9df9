import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
cell, out = nn.GRUCell(2, 6), nn.Linear(6, 1)
opt = torch.optim.Adam([*cell.parameters(), *out.parameters()], lr=0.01)
sequence = torch.randn(12, 1, 2)
h = torch.zeros(1, 6)
for start in range(0, 12, 4):
    h = h.detach()
    loss = 0
    for x in sequence[start : start + 4]:
        h = cell(x, h)
        loss = loss + F.mse_loss(out(h), x[:, :1])
    opt.zero_grad()
    loss.backward()
    opt.step()
