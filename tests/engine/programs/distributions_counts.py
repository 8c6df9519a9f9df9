# Bernoulli, Binomial, Geometric, Poisson, Categorical, Multinomial, OneHotCategorical
import torch
from torch.distributions import (
    Bernoulli,
    Binomial,
    Categorical,
    Geometric,
    Multinomial,
    OneHotCategorical,
    Poisson,
)

p = torch.tensor([0.2, 0.7], requires_grad=True)
for d in (Bernoulli(p), Geometric(p), Binomial(5, p), Poisson(p * 10), Bernoulli(logits=p)):
    torch.manual_seed(33)
    print(d, d.mean, d.variance, d.support)
    print(d.log_prob(torch.tensor([1.0, 0.0])))
    p.grad = None
    d.log_prob(torch.ones(2)).sum().backward()
    print(p.grad)
print(Bernoulli(p).entropy(), Bernoulli(p).enumerate_support(), Bernoulli(probs=p).logits)
torch.manual_seed(34)
print(Poisson(torch.tensor([1.0, 30.0])).sample((3,)), Geometric(torch.tensor(0.3)).sample((4,)))
weights = torch.tensor([[1.0, 2.0, 3.0], [3.0, 0.0, 1.0]])
c = Categorical(weights)
print(
    c, c.probs, c.entropy(), c.log_prob(torch.tensor([0, 2])), c.enumerate_support(), c.param_shape
)
print(Categorical(logits=torch.zeros(4)).probs, c.batch_shape, c.event_shape)
o = OneHotCategorical(torch.tensor([0.1, 0.9]))
print(o, o.log_prob(torch.tensor([1.0, 0.0])), o.mean, o.variance, o.entropy())
m = Multinomial(4, torch.tensor([0.25, 0.75]))
print(m, m.log_prob(torch.tensor([1.0, 3.0])), m.mean, m.variance)
for wrong in (
    lambda: Bernoulli(1.5),
    lambda: Bernoulli(),
    lambda: Categorical(torch.tensor(0.5)),
    lambda: c.log_prob(torch.tensor([3, 0])),
    lambda: Bernoulli(0.5).log_prob(torch.tensor(0.3)),
):
    try:
        wrong()
    except ValueError as error:
        print(error)
