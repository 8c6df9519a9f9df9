# Pareto, Weibull, InverseGamma, Kumaraswamy, NegativeBinomial, FisherSnedecor, LogisticNormal
import torch
from torch.distributions import (
    FisherSnedecor,
    InverseGamma,
    Kumaraswamy,
    LogisticNormal,
    NegativeBinomial,
    Pareto,
    Weibull,
)

a = torch.tensor([1.5, 3.0], requires_grad=True)
for d, value in (
    (Pareto(torch.tensor(1.0), a + 2), torch.tensor([1.5, 2.0])),
    (Weibull(torch.tensor(2.0), a), torch.tensor([0.5, 2.0])),
    (InverseGamma(a + 1, torch.tensor(2.0)), torch.tensor([0.5, 2.0])),
    (Kumaraswamy(a, torch.tensor(2.0)), torch.tensor([0.2, 0.7])),
    (FisherSnedecor(a + 2, torch.tensor(6.0)), torch.tensor([0.5, 2.0])),
    (NegativeBinomial(torch.tensor(4.0), logits=a), torch.tensor([0.0, 3.0])),
):
    a.grad = None
    torch.manual_seed(62)
    log_prob = d.log_prob(value)
    log_prob.sum().backward()
    print(d, d.support, d.batch_shape)
    print(log_prob, a.grad, d.mean, d.variance, d.mode)
    print(d.sample(), d.sample((2,)).shape)
    try:
        print(d.entropy())
    except NotImplementedError:
        print("no entropy")
    print(d.expand((3, 2)).batch_shape)
n = LogisticNormal(torch.zeros(2), torch.ones(2))
torch.manual_seed(63)
x = n.sample()
print(n, x, x.sum(), n.log_prob(torch.tensor([0.2, 0.3, 0.5])), n.event_shape)
print(NegativeBinomial(3, torch.tensor([0.2, 0.5])).probs, Weibull(1.0, 2.0).cdf(torch.tensor(1.0)))
print(Pareto(1.0, 2.0).icdf(torch.tensor(0.5)), InverseGamma(1.0, 1.0).mean)
for wrong in (
    lambda: Pareto(-1.0, 1.0),
    lambda: NegativeBinomial(3),
    lambda: Weibull(1.0, 1.0).log_prob(torch.tensor(-1.0)),
):
    try:
        wrong()
    except ValueError as error:
        print(error)
