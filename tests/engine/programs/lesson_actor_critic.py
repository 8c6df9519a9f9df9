# an actor and a critic with shared features, entropy bonus
import torch
from torch import nn
from torch.distributions import Normal


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Linear(3, 8)
        self.mean, self.value = nn.Linear(8, 1), nn.Linear(8, 1)
        self.log_std = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        h = torch.tanh(self.shared(x))
        return Normal(self.mean(h), self.log_std.exp()), self.value(h)


torch.manual_seed(77)
model = ActorCritic()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01, alpha=0.99, eps=1e-5)
for update in range(4):
    states = torch.randn(6, 3)
    policy, values = model(states)
    actions = policy.sample()
    rewards = -(actions - states[:, :1]).abs()
    returns, total = [], torch.zeros(1)
    for reward in rewards.flip(0):
        total = reward + 0.9 * total
        returns.insert(0, total)
    returns = torch.stack(returns)
    advantage = returns - values
    loss = -(policy.log_prob(actions) * advantage.detach()).mean()
    loss = loss + 0.5 * advantage.pow(2).mean() - 0.01 * policy.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(update, loss, policy.entropy().mean(), model.log_std.grad)
print(model)
