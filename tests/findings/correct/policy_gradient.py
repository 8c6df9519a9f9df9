import torch
from torch import nn

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=0.01)
for episode in range(3):
    logs, rewards = [], []
    for _ in range(5):
        dist = torch.distributions.Categorical(logits=policy(torch.randn(4)))
        action = dist.sample()
        logs.append(dist.log_prob(action))
        rewards.append(1.0 if action.item() == 1 else 0.0)
    gain = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
    loss = -(torch.stack(logs) * (gain - gain.mean())).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(episode, sum(rewards))
