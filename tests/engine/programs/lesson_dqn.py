# Q-learning on a line of states with a target network and a replay buffer
import random
from collections import deque

import torch
from torch import nn

random.seed(0)
torch.manual_seed(76)
policy, target = nn.Linear(4, 2), nn.Linear(4, 2)
target.load_state_dict(policy.state_dict())
optimizer = torch.optim.AdamW(policy.parameters(), lr=0.05, amsgrad=True)
memory = deque(maxlen=50)
state = 0
for step in range(60):
    values = policy(torch.eye(4)[state])
    action = random.randrange(2) if random.random() < 0.3 else values.argmax().item()
    following = min(3, state + 1) if action else max(0, state - 1)
    memory.append((state, action, following, float(following == 3)))
    state = 0 if following == 3 else following
    if len(memory) >= 8:
        batch = random.sample(memory, 8)
        s, a, f, r = (torch.tensor(column) for column in zip(*batch))
        q = policy(torch.eye(4)[s]).gather(1, a.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            goal = r + 0.9 * target(torch.eye(4)[f]).max(1).values * (r == 0)
        loss = nn.SmoothL1Loss()(q, goal)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(policy.parameters(), 100)
        optimizer.step()
        with torch.no_grad():
            for t, p in zip(target.parameters(), policy.parameters()):
                t.mul_(0.9).add_(0.1 * p)
print(f"{loss:.4f}", policy.weight, target(torch.eye(4)).argmax(1))
