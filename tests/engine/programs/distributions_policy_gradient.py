# REINFORCE with a Normal policy, and the ELBO of a tiny variational model
import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

torch.manual_seed(39)
policy = nn.Linear(2, 2)
optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)
for episode in range(4):
    state = torch.randn(5, 2)
    mean, log_std = policy(state).chunk(2, dim=1)
    d = Normal(mean, log_std.exp())
    action = d.sample()
    reward = -((action - state.sum(1, keepdim=True)) ** 2)
    loss = -(d.log_prob(action) * (reward - reward.mean())).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(episode, loss, d.entropy().mean())
print(policy.weight)
mu, rho = torch.zeros(1, requires_grad=True), torch.zeros(1, requires_grad=True)
data = torch.randn(10) + 2
optimizer = torch.optim.SGD([mu, rho], lr=0.05)
for step in range(4):
    q = Normal(mu, nn.functional.softplus(rho))
    z = q.rsample()
    elbo = Normal(z, 1.0).log_prob(data).sum() - kl_divergence(q, Normal(0.0, 1.0)).sum()
    optimizer.zero_grad()
    (-elbo).backward()
    optimizer.step()
    print(step, elbo, mu.item() > 0)
print(mu, rho)
