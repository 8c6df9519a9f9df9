# Kullback-Leibler divergences in closed form, and what happens where there is none
import torch
from torch.distributions import (
    Bernoulli,
    Beta,
    Categorical,
    Dirichlet,
    Exponential,
    Gamma,
    Laplace,
    MultivariateNormal,
    Normal,
    Poisson,
    Uniform,
    kl_divergence,
    register_kl,
)

mu = torch.tensor([0.5, -1.0], requires_grad=True)
loss = kl_divergence(
    Normal(mu, torch.tensor([1.0, 2.0])), Normal(torch.zeros(2), torch.ones(2))
).sum()
loss.backward()
print(loss, mu.grad)
pairs = [
    (Bernoulli(0.3), Bernoulli(0.6)),
    (Categorical(torch.tensor([0.2, 0.8])), Categorical(torch.tensor([0.5, 0.5]))),
    (Exponential(2.0), Exponential(0.5)),
    (Gamma(2.0, 1.0), Gamma(3.0, 2.0)),
    (Beta(2.0, 3.0), Beta(1.0, 1.0)),
    (Laplace(0.0, 1.0), Laplace(1.0, 2.0)),
    (Poisson(3.0), Poisson(4.0)),
    (Uniform(0.0, 1.0), Uniform(-1.0, 2.0)),
    (Uniform(0.0, 1.0), Normal(0.0, 1.0)),
    (Dirichlet(torch.tensor([1.0, 2.0])), Dirichlet(torch.tensor([3.0, 1.0]))),
    (
        MultivariateNormal(torch.zeros(2), torch.eye(2)),
        MultivariateNormal(torch.ones(2), 2 * torch.eye(2)),
    ),
]
for p, q in pairs:
    print(type(p).__name__, type(q).__name__, kl_divergence(p, q))
try:
    kl_divergence(Normal(0.0, 1.0), Bernoulli(0.5))
except NotImplementedError as error:
    print(error)


class Mine(Normal):
    pass


@register_kl(Mine, Mine)
def kl_mine(p, q):
    return torch.tensor(42.0)


print(kl_divergence(Mine(0.0, 1.0), Mine(1.0, 1.0)))
