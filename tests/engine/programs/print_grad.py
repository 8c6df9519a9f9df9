# requires_grad=True, grad_fn=<...> and how they wrap
import torch

x = torch.ones(2, 2, requires_grad=True)
print(x)
print(x + 1)
print((x * 3).sum())
print(torch.arange(15.0, requires_grad=True) * 1.5)
print(torch.zeros(0, requires_grad=True))
print(torch.ones(2, dtype=torch.float64, requires_grad=True) * 2)
print(x.detach(), x.data)
