import math

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
q, k, v = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)
params = [p for m in (q, k, v) for p in m.parameters()]
opt = torch.optim.AdamW(params, lr=0.01)
x, y = torch.randn(2, 5, 8), torch.randn(2, 5, 8)
mask = torch.triu(torch.full((5, 5), float("-inf")), diagonal=1)
for _ in range(3):
    scores = q(x) @ k(x).transpose(-2, -1) / math.sqrt(8)
    loss = F.mse_loss(F.softmax(scores + mask, dim=-1) @ v(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
