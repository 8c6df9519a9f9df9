import copy

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
target = copy.deepcopy(policy)
opt = torch.optim.Adam(policy.parameters(), lr=0.01)
for step in range(6):
    state, after = torch.randn(8, 3), torch.randn(8, 3)
    action, reward = torch.randint(0, 2, (8, 1)), torch.randn(8)
    q = policy(state).gather(1, action).squeeze(1)
    with torch.no_grad():
        best = target(after).max(1).values
    loss = F.smooth_l1_loss(q, reward + 0.9 * best)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 3 == 2:
        target.load_state_dict(policy.state_dict())
