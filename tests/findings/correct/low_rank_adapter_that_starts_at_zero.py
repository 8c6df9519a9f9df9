import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
base = nn.Linear(6, 6).requires_grad_(False)
A = nn.Parameter(torch.randn(2, 6) * 0.1)
B = nn.Parameter(torch.zeros(6, 2))
opt = torch.optim.AdamW([A, B], lr=0.05)
x, y = torch.randn(8, 6), torch.randn(8, 6)
for _ in range(4):
    loss = F.mse_loss(base(x) + x @ A.T @ B.T, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
