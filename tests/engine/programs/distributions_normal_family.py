# Normal, LogNormal, HalfNormal, Laplace, Cauchy: samples, densities, entropies, gradients
import torch
from torch.distributions import Cauchy, Gumbel, HalfCauchy, HalfNormal, Laplace, LogNormal, Normal

for make in (Normal, LogNormal, Laplace, Cauchy, Gumbel):
    torch.manual_seed(31)
    loc = torch.tensor([0.0, 1.0], requires_grad=True)
    scale = torch.tensor([1.0, 0.5], requires_grad=True)
    d = make(loc, scale)
    print(d, d.batch_shape, d.event_shape, d.support, d.has_rsample)
    print(d.sample(), d.sample((2,)).shape, d.mean, d.variance, d.stddev)
    value = torch.tensor([0.5, 2.0])
    log_prob = d.log_prob(value)
    print(log_prob, d.cdf(value))
    try:
        print(d.entropy(), d.icdf(torch.tensor([0.3, 0.6])))
    except NotImplementedError as error:
        print("no", error)
    log_prob.sum().backward()
    print(loc.grad, scale.grad)
    d.rsample().sum().backward()
    print(loc.grad, scale.grad)
for make in (HalfNormal, HalfCauchy):
    torch.manual_seed(32)
    d = make(torch.tensor([1.0, 2.0]))
    print(d, d.sample(), d.log_prob(torch.tensor([0.5, 1.0])), d.mean, d.variance)
    print(d.cdf(torch.tensor(1.0)), d.icdf(torch.tensor(0.5)), d.entropy())
try:
    Normal(0.0, -1.0)
except ValueError as error:
    print(error)
try:
    LogNormal(0.0, 1.0).log_prob(torch.tensor(-1.0))
except ValueError as error:
    print(error)
print(
    Normal(0, 1),
    Normal(0.0, 1.0).expand((2, 3)).batch_shape,
    Normal(torch.zeros(2), 1).perplexity(),
)
