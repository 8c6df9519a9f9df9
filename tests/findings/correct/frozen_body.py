import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
body, head = nn.Sequential(nn.Linear(4, 8), nn.ReLU()), nn.Linear(8, 2)
for p in body.parameters():
    p.requires_grad = False
opt = torch.optim.SGD(head.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 0, 1, 0, 1])
for _ in range(3):
    opt.zero_grad()
    loss = F.cross_entropy(head(body(x)), y)
    loss.backward()
    opt.step()
    print(loss.item())
