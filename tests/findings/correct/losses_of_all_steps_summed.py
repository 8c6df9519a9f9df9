import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
cell, out = nn.RNNCell(2, 5), nn.Linear(5, 2)
opt = torch.optim.Adam([*cell.parameters(), *out.parameters()], lr=0.02)
sequence = torch.randn(6, 3, 2)
for _ in range(3):
    h, losses = torch.zeros(3, 5), []
    for now, after in zip(sequence, sequence[1:]):
        h = cell(now, h)
        losses.append(F.mse_loss(out(h), after))
    opt.zero_grad()
    torch.stack(losses).mean().backward()
    opt.step()
