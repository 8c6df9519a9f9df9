import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
critic = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
slow = copy.deepcopy(critic).requires_grad_(False)
opt = torch.optim.SGD(critic.parameters(), lr=0.05)
for _ in range(5):
    s, s2, r = torch.randn(8, 3), torch.randn(8, 3), torch.randn(8, 1)
    goal = r + 0.9 * slow(s2)
    loss = F.mse_loss(critic(s), goal)
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for p, q in zip(critic.parameters(), slow.parameters()):
            q.mul_(0.95).add_(0.05 * p)
