# A distribution over weights: reparametrised samples, a KL term, and the evidence lower bound.
import torch
from torch import distributions as D, nn, optim

torch.manual_seed(0)
x = torch.linspace(-1, 1, 20).unsqueeze(1)
y = 2 * x + 0.3 * torch.randn_like(x)


class BayesLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Parameter(torch.zeros(1, 1))
        self.rho = nn.Parameter(torch.full((1, 1), -3.0))

    @property
    def posterior(self):
        return D.Normal(self.mu, nn.functional.softplus(self.rho))

    def forward(self, x):
        return x @ self.posterior.rsample()


net, prior = BayesLinear(), D.Normal(0.0, 1.0)
opt = optim.Adam(net.parameters(), lr=0.1)
for step in range(30):
    opt.zero_grad()
    likelihood = D.Normal(net(x), 0.3).log_prob(y).sum()
    divergence = D.kl_divergence(net.posterior, prior).sum()
    loss = divergence - likelihood
    loss.backward()
    opt.step()
    if step % 10 == 0:
        print(f"{step} loss {loss.item():.2f} kl {divergence.item():.3f}")
print(f"{net.mu.item():.2f}", net.posterior.scale.item() < 0.3, net.state_dict().keys())
rate = nn.Parameter(torch.tensor(1.0))
counts = D.Poisson(3.0).sample((50,))
opt = optim.SGD([rate], lr=0.1)
for _ in range(40):
    opt.zero_grad()
    (-D.Poisson(rate.exp()).log_prob(counts).mean()).backward()
    opt.step()
print(f"{rate.exp().item():.2f} {counts.mean().item():.2f}")
a = torch.tensor([2.0, 3.0], requires_grad=True)
samples = D.Beta(a[0], a[1]).rsample((5,))
(samples - 0.7).pow(2).mean().backward()
print(samples, a.grad)
