# VonMises, Wishart, LKJCholesky, low-rank normals, generalized Pareto, continuous Bernoulli.
import torch
from torch import distributions as D

two = torch.tensor([0.5, 2.0])
cov = torch.tensor([[2.0, 0.5], [0.5, 1.0]])
families = [
    D.VonMises(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 4.0])),
    D.LKJCholesky(3, torch.tensor([0.5, 2.0])),
    D.GeneralizedPareto(torch.tensor([0.0, 1.0]), two, torch.tensor([0.0, 0.3])),
    D.ContinuousBernoulli(torch.tensor([0.2, 0.5, 0.9])),
    D.ContinuousBernoulli(logits=torch.tensor([-1.0, 0.0])),
    D.LowRankMultivariateNormal(torch.zeros(2), torch.tensor([[1.0], [0.5]]), torch.ones(2)),
    D.Wishart(torch.tensor(4.0), covariance_matrix=cov),
    D.Wishart(torch.tensor([3.0, 5.0]), scale_tril=torch.linalg.cholesky(cov)),
]
for d in families:
    torch.manual_seed(5)
    s = d.sample((2,))
    print(d, d.batch_shape, d.event_shape, d.has_rsample)
    print(s)
    print(d.log_prob(s))
    for name in ("mean", "mode", "variance", "stddev"):
        try:
            print(name, getattr(d, name))
        except NotImplementedError as error:
            print(name, "NotImplementedError", error)
    for name in ("entropy", "perplexity"):
        try:
            print(name, getattr(d, name)())
        except NotImplementedError as error:
            print(name, "NotImplementedError", error)
    try:
        print(d.cdf(s), d.icdf(torch.tensor(0.25)))
    except NotImplementedError:
        print("no cdf")
    wide = d.expand((2, *d.batch_shape))
    print(wide, wide.log_prob(s[0]))

given = [
    (D.GeneralizedPareto, {"loc": two, "scale": two, "concentration": torch.tensor([0.0, 0.3])}),
    (D.ContinuousBernoulli, {"probs": torch.tensor([0.2, 0.5, 0.9])}),
    (D.ContinuousBernoulli, {"logits": torch.tensor([-1.0, 0.1])}),
    (D.LowRankMultivariateNormal,
     {"loc": two, "cov_factor": torch.tensor([[1.0], [0.5]]), "cov_diag": two}),
    (D.Wishart, {"df": torch.tensor(4.0), "covariance_matrix": cov}),
    (D.Wishart, {"df": torch.tensor(4.0), "scale_tril": torch.linalg.cholesky(cov)}),
]
for family, kept in given:
    for name, value in kept.items():
        leaf = value.detach().clone().requires_grad_()
        torch.manual_seed(1)
        new = family(**{**kept, name: leaf})
        x = new.rsample()
        new.log_prob(x.detach()).sum().backward()
        print(family.__name__, name, leaf.grad, x.grad_fn)

low = D.LowRankMultivariateNormal(torch.ones(2), torch.tensor([[1.0], [0.5]]), two)
full = D.MultivariateNormal(torch.zeros(2), cov)
print(low.covariance_matrix, low.precision_matrix, low.scale_tril)
print(D.kl_divergence(low, full), D.kl_divergence(full, low), D.kl_divergence(low, families[5]))
w = families[6]
print(w.precision_matrix, w.scale_tril, D.kl_divergence(w, D.Wishart(5.0, torch.eye(2))))
for wrong in (
    lambda: D.Wishart(torch.tensor(0.5), torch.eye(2)),
    lambda: D.Wishart(torch.tensor(3.0)),
    lambda: D.Wishart(torch.tensor(1.5), torch.eye(2)),
    lambda: D.LKJCholesky(1),
    lambda: D.VonMises(0.0, -1.0),
    lambda: D.ContinuousBernoulli(1.5, validate_args=True),
    lambda: D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(3, 1), torch.ones(2)),
    lambda: D.GeneralizedPareto(0.0, 1.0, 0.5).log_prob(torch.tensor(-1.0)),
):
    try:
        print(wrong())
    except (ValueError, AssertionError) as error:
        print(type(error).__name__, error)
