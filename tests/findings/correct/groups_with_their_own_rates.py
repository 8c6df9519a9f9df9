import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 6), nn.LayerNorm(6), nn.GELU(), nn.Linear(6, 1))
decay = [p for p in net.parameters() if p.dim() > 1]
rest = [p for p in net.parameters() if p.dim() <= 1]
opt = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.1}, {"params": rest, "weight_decay": 0.0}], lr=0.01)
x, y = torch.randn(10, 3), torch.randn(10, 1)
for _ in range(4):
    loss = F.mse_loss(net(x), y)
    opt.zero_grad(set_to_none=False)
    loss.backward()
    opt.step()
