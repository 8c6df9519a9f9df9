import random
from collections import deque, namedtuple

import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(6)
random.seed(6)
Step = namedtuple("Step", ["reward", "done"])


class Corridor:
    """Walk right to reach the goal."""

    def __init__(self, length=4):
        self.length = length
        self.position = 0

    def reset(self):
        self.position = 1
        return self.observe()

    def observe(self):
        state = torch.zeros(self.length)
        state[self.position] = 1.0
        return state

    def step(self, action):
        move = 1 if action == 1 else -1
        self.position = max(0, min(self.length - 1, self.position + move))
        done = self.position == self.length - 1
        return self.observe(), Step(1.0 if done else -0.1, done)


policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(policy.parameters(), lr=0.02)
env = Corridor()
recent = deque(maxlen=2)
gamma = 0.9


def returns_of(rewards):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.insert(0, running)
    return torch.tensor(out)


for episode in range(3):
    state, log_probs, rewards = env.reset(), [], []
    for t in range(4):
        dist = Categorical(logits=policy(state))
        action = (dist.probs.detach() > 0.5).float().argmax()
        log_probs.append(dist.log_prob(action))
        state, step = env.step(action.item())
        rewards.append(step.reward)
        if step.done:
            break
    returns = returns_of(rewards)
    baseline = returns.mean()
    loss = torch.stack([-lp * (g - baseline) for lp, g in zip(log_probs, returns)]).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    recent.append(sum(rewards))
    print(episode, len(rewards), round(sum(recent) / len(recent), 2))
