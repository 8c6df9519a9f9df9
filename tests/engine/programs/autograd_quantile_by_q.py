# The gradient of quantiles by where they lie
import torch

x = torch.tensor([[3., 1., 2., 5.], [1., 4., float("nan"), 0.]], requires_grad=True)
for function in (torch.quantile, torch.nanquantile):
    for way in ("linear", "lower", "midpoint"):
        for places in (0.3, [0.3, 0.8], [0., 0.5, 1.]):
            q = torch.tensor(places, requires_grad=True)
            x.grad = None
            made = function(x, q, dim=1, interpolation=way)
            made.sum().backward()
            print(made, x.grad, q.grad)
q = torch.tensor(0.4, requires_grad=True)
print(torch.autograd.grad(torch.quantile(torch.arange(5.), q), q, create_graph=True))
