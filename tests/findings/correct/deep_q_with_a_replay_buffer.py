import random
from collections import deque

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 12), nn.ReLU(), nn.Linear(12, 2))
target = nn.Sequential(nn.Linear(2, 12), nn.ReLU(), nn.Linear(12, 2))
target.load_state_dict(net.state_dict())
opt = torch.optim.Adam(net.parameters(), lr=0.01)
memory = deque(maxlen=50)
state = torch.zeros(2)
for t in range(12):
    with torch.no_grad():
        action = net(state).argmax().item() if t % 2 else random.randrange(2)
    after = state + (0.1 if action else -0.1)
    memory.append((state, action, -after.abs().sum().item(), after))
    state = after
    if len(memory) >= 6:
        s, a, r, s2 = zip(*random.sample(memory, 4))
        q = net(torch.stack(s))[torch.arange(4), torch.tensor(a)]
        goal = torch.tensor(r) + 0.9 * target(torch.stack(s2)).max(1)[0].detach()
        opt.zero_grad()
        F.smooth_l1_loss(q, goal).backward()
        opt.step()
