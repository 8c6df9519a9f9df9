import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.3)
x, y = torch.randn(12, 3), torch.randn(12, 1)
best, kept = float("inf"), None
for _ in range(5):
    opt.zero_grad()
    loss = F.mse_loss(net(x[:8]), y[:8])
    loss.backward()
    opt.step()
    with torch.no_grad():
        held_out = F.mse_loss(net(x[8:]), y[8:]).item()
    if held_out < best:
        best, kept = held_out, copy.deepcopy(net.state_dict())
net.load_state_dict(kept)
