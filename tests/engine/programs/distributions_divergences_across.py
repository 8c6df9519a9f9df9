# KL divergences between every two families that have one in closed form.
import torch
from torch import distributions as D

a, b = torch.tensor([1.5, 2.5]), torch.tensor([0.5, 3.0])
families = [
    D.Bernoulli(torch.tensor([0.2, 0.7])), D.Beta(a, b), D.Binomial(3, torch.tensor([0.2, 0.7])),
    D.ContinuousBernoulli(torch.tensor([0.2, 0.7])), D.Exponential(a), D.Gamma(a, b),
    D.Geometric(torch.tensor([0.2, 0.7])), D.Gumbel(a, b), D.HalfNormal(a), D.Laplace(a, b),
    D.Normal(a, b), D.Pareto(b, a), D.Poisson(a), D.Uniform(torch.tensor([0.1, 0.2]), a),
    D.Uniform(-a, a), D.Cauchy(a, b), D.LogNormal(a, b),
]
for p in families:
    for q in families:
        try:
            value = D.kl_divergence(p, q)
        except NotImplementedError:
            continue
        print(type(p).__name__, type(q).__name__, value)
try:
    D.kl_divergence(families[0], families[-1])
except NotImplementedError as error:
    print(error)

# from 0 on, where x log x is 0
print(D.kl_divergence(D.Uniform(0.0, 1.0), D.Gamma(2.0, 1.0)))
print(D.kl_divergence(D.Uniform(0.0, 1.0), D.Beta(2.0, 3.0)))
