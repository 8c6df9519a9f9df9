import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
experts = nn.ModuleList(nn.Linear(4, 2) for _ in range(3))
gate = nn.Linear(4, 3)
opt = torch.optim.Adam([*experts.parameters(), *gate.parameters()], lr=0.02)
for _ in range(4):
    x, y = torch.randn(1, 4), torch.randn(1, 2)
    weights = gate(x).softmax(1)
    chosen = weights.argmax(1).item()
    loss = F.mse_loss(weights[:, chosen, None] * experts[chosen](x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
