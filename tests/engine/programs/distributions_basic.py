# Normal, Bernoulli, Categorical
import torch
from torch.distributions import Bernoulli, Categorical, Normal

torch.manual_seed(0)
n = Normal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]))
print(n, n.sample(), n.log_prob(torch.tensor([0.5, 0.5])), n.mean, n.variance, n.entropy())
mu = torch.tensor(0.0, requires_grad=True)
z = Normal(mu, 1.0).rsample()
z.backward()
print(mu.grad)
c = Categorical(torch.tensor([0.1, 0.2, 0.7]))
print(c.sample(), c.log_prob(torch.tensor(2)), c.probs, c.entropy(), c.sample((4,)))
b = Bernoulli(torch.tensor([0.3]))
print(b.sample((3,)), b.log_prob(torch.tensor([1.0])))
