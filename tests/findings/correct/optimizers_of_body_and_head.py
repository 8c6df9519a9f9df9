import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
body, head = nn.Linear(3, 6), nn.Linear(6, 1)
slow = torch.optim.SGD(body.parameters(), lr=0.01)
fast = torch.optim.Adam(head.parameters(), lr=0.05)
x, y = torch.randn(8, 3), torch.randn(8, 1)
for i in range(6):
    slow.zero_grad()
    fast.zero_grad()
    F.mse_loss(head(torch.relu(body(x))), y).backward()
    fast.step()
    if i >= 2:
        slow.step()
