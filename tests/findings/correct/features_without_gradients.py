import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
backbone = nn.Sequential(nn.Linear(4, 8), nn.ReLU()).eval()
probe = nn.Linear(8, 3)
opt = torch.optim.AdamW(probe.parameters(), lr=0.05)
x, y = torch.randn(9, 4), torch.arange(9) % 3
for _ in range(4):
    with torch.no_grad():
        features = backbone(x)
    loss = F.cross_entropy(probe(features), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
