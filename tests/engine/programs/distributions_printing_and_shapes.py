# Distributions: repr, shapes, expand, enumerate_support, and what they refuse.
import torch
from torch import distributions as D

t = torch.tensor
families = [
    D.Normal(0.0, 1.0), D.Normal(torch.zeros(2), torch.ones(2)), D.Bernoulli(0.3),
    D.Bernoulli(logits=t([0.0, 1.0])), D.Categorical(t([0.2, 0.3, 0.5])),
    D.Categorical(logits=torch.zeros(2, 3)), D.Binomial(5, t([0.2, 0.5])), D.Poisson(t(2.5)),
    D.Uniform(t([0.0, 1.0]), t([1.0, 3.0])), D.Exponential(t(0.5)), D.Gamma(t(2.0), t(1.0)),
    D.Beta(t([1.0, 2.0]), t([3.0, 4.0])), D.Dirichlet(t([1.0, 2.0, 3.0])), D.Laplace(0.0, 2.0),
    D.Cauchy(0.0, 1.0), D.StudentT(t(3.0)), D.Geometric(t(0.25)), D.LogNormal(0.0, 1.0),
    D.HalfNormal(t(2.0)), D.HalfCauchy(1.0), D.Gumbel(0.0, 1.0), D.Weibull(1.0, 2.0),
    D.Multinomial(4, t([0.5, 0.5])), D.OneHotCategorical(t([0.1, 0.9])),
    D.NegativeBinomial(3, t(0.5)),
    D.MultivariateNormal(torch.zeros(2), torch.eye(2)), D.Pareto(1.0, 3.0), D.Chi2(t(2.0)),
    D.RelaxedBernoulli(t(0.5), t([0.3])), D.RelaxedOneHotCategorical(t(1.0), t([0.3, 0.7])),
    D.Independent(D.Normal(torch.zeros(3), torch.ones(3)), 1), D.VonMises(0.0, 1.0),
    D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Normal(t([0.0, 5.0]), t([1.0, 1.0]))),
    D.TransformedDistribution(D.Normal(0.0, 1.0), [D.ExpTransform(), D.AffineTransform(1.0, 2.0)]),
]
for d in families:
    torch.manual_seed(0)
    print(d, d.batch_shape, d.event_shape, d.support, d.has_rsample, d.has_enumerate_support)
    s = d.sample((2,))
    print(s, d.log_prob(s))
    for name in ("mean", "variance", "mode"):
        try:
            print(name, getattr(d, name))
        except NotImplementedError as error:
            print(name, "not implemented", error)
    if d.has_enumerate_support:
        try:
            print(d.enumerate_support())
        except NotImplementedError as error:
            print(error)
    print(d.expand((2, *d.batch_shape)))
for wrong in (
    lambda: D.Normal(0.0, -1.0), lambda: D.Bernoulli(1.5), lambda: D.Bernoulli(),
    lambda: D.Bernoulli(probs=0.5, logits=0.0), lambda: D.Categorical(t([-1.0, 2.0])),
    lambda: D.Uniform(2.0, 1.0), lambda: D.Normal("a", 1.0), lambda: D.Dirichlet(t(1.0)),
    lambda: D.Normal(0.0, 1.0).log_prob(1.0), lambda: D.Poisson(1.0).log_prob(t(0.5)),
    lambda: D.Categorical(t([0.5, 0.5])).log_prob(t(2)), lambda: D.Poisson(1.0).rsample(),
    lambda: D.Normal(torch.zeros(2), 1.0).log_prob(torch.ones(3)),
    lambda: D.MultivariateNormal(torch.zeros(2), -torch.eye(2)),
    lambda: D.kl_divergence(D.Normal(0.0, 1.0), D.Cauchy(0.0, 1.0)),
    lambda: D.Independent(D.Normal(0.0, 1.0), 1), lambda: D.Binomial(t([-1.0]), t([0.5])),
):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
