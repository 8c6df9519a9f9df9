# Gradients that pass through samples of every family made of gamma, beta and uniform numbers.
import torch
from torch import distributions as D

a = torch.tensor([0.5, 2.0, 30.0], requires_grad=True)
b = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
two = [
    D.Gamma(a, b), D.Beta(a, b), D.FisherSnedecor(a, b), D.InverseGamma(a, b), D.Kumaraswamy(a, b),
    D.Pareto(a, b), D.Weibull(a, b), D.Gumbel(a, b), D.Laplace(a, b),
]
one = [D.Dirichlet(a), D.Chi2(a), D.StudentT(a)]
for d in two + one:
    torch.manual_seed(1)
    s = d.rsample()
    print(d, s)
    print(torch.autograd.grad((s * s).sum(), [a, b] if d in two else [a], allow_unused=True))
    print(d.log_prob(s))
    try:
        print(d.entropy())
    except NotImplementedError:
        print("no entropy")
big = torch.tensor([8.0, 9.0, 40.0, 7.0], requires_grad=True)
for seed in range(6):
    torch.manual_seed(seed)
    x = D.Dirichlet(big).rsample((2,))
    (x * torch.arange(4.0)).sum().backward()
    y = D.Beta(big, big.flip(0)).rsample()
    y.sum().backward()
    print(big.grad)
    big.grad = None
print(x.grad_fn.name(), y.grad_fn.name(), y.grad_fn.next_functions[0][0].name())
