# MultivariateNormal, Independent, mixtures, transforms
import torch
from torch.distributions import (
    Categorical,
    Independent,
    MixtureSameFamily,
    MultivariateNormal,
    Normal,
    TransformedDistribution,
    Uniform,
)
from torch.distributions.transforms import (
    AffineTransform,
    ExpTransform,
    SigmoidTransform,
    TanhTransform,
)

torch.manual_seed(38)
cov = torch.tensor([[2.0, 0.5], [0.5, 1.0]])
m = MultivariateNormal(torch.tensor([1.0, -1.0]), covariance_matrix=cov)
print(m, m.sample(), m.log_prob(torch.zeros(2)), m.entropy(), m.mean, m.variance)
print(m.scale_tril, m.precision_matrix, m.rsample((2,)).shape)
d = Independent(Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1)
print(d, d.batch_shape, d.event_shape, d.log_prob(torch.ones(2, 3)), d.entropy())
means = torch.tensor([-1.0, 1.0], requires_grad=True)
mixture = MixtureSameFamily(Categorical(torch.tensor([0.3, 0.7])), Normal(means, torch.ones(2)))
print(mixture, mixture.mean, mixture.variance)
mixture.log_prob(torch.tensor([0.0, 2.0])).sum().backward()
print(means.grad)
logistic = TransformedDistribution(
    Uniform(0.0, 1.0), [SigmoidTransform().inv, AffineTransform(1.0, 2.0)]
)
print(logistic.sample((2,)), logistic.log_prob(torch.tensor(0.5)))
t = ExpTransform()
print(t, t(torch.tensor([0.0, 1.0])), t.inv(torch.tensor([1.0, 2.0])))
print(
    t.log_abs_det_jacobian(torch.tensor(1.0), t(torch.tensor(1.0))),
    TanhTransform()(torch.tensor(0.5)),
)
print(MultivariateNormal(torch.zeros(2), torch.eye(2)).precision_matrix)
squashed = TransformedDistribution(Normal(0.0, 1.0), TanhTransform())
print(squashed.log_prob(torch.tensor(0.3)), squashed.rsample().requires_grad)
