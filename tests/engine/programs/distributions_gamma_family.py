# Gamma, Beta, Dirichlet, Exponential, Chi2, StudentT, Uniform
import torch
from torch.distributions import Beta, Chi2, Dirichlet, Exponential, Gamma, StudentT, Uniform

a = torch.tensor([0.5, 3.0], requires_grad=True)
for d, value in (
    (Gamma(a, torch.tensor(2.0)), torch.tensor([0.3, 1.2])),
    (Beta(a, torch.tensor(2.0)), torch.tensor([0.3, 0.6])),
    (Chi2(a), torch.tensor([0.3, 1.2])),
    (StudentT(a + 2), torch.tensor([-0.3, 1.2])),
    (Exponential(a), torch.tensor([0.3, 1.2])),
    (Uniform(-a, a), torch.tensor([0.3, 1.2])),
    (Dirichlet(a), torch.tensor([0.4, 0.6])),
):
    a.grad = None
    log_prob = d.log_prob(value)
    log_prob.sum().backward()
    print(d, d.support, log_prob, a.grad)
    print(d.mean, d.variance, d.entropy(), d.batch_shape, d.event_shape)
torch.manual_seed(35)
print(Gamma(2.0, 1.0).sample((3,)), Beta(2.0, 3.0).sample((3,)))
print(Dirichlet(torch.ones(3)).sample(), StudentT(4.0).sample((2,)), Chi2(3.0).sample())
print(
    Uniform(torch.tensor(1.0), torch.tensor(3.0)).sample((3,)),
    Uniform(0.0, 2.0).cdf(torch.tensor(0.5)),
)
a.grad = None
torch.manual_seed(36)
Gamma(a, 1.0).rsample().sum().backward()
print(a.grad)
print(torch.distributions.Dirichlet(torch.ones(2, requires_grad=True)).rsample().grad_fn)
# shares of far apart numbers are rounded to less than 1
sharp = torch.distributions.Beta(torch.tensor(0.01), torch.tensor(0.01)).sample((200,))
print((sharp == 1).sum(), (sharp == 0).sum(), sharp.max().item(), sharp.min().item())
