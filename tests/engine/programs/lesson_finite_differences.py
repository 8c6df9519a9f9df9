# checking a gradient by hand
import torch


def f(x):
    return (x.sin() * x**2).sum()


x = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
f(x).backward()
eps = 1e-6
numeric = torch.zeros(2, dtype=torch.float64)
for i in range(2):
    d = torch.zeros(2, dtype=torch.float64)
    d[i] = eps
    numeric[i] = (f(x.detach() + d) - f(x.detach() - d)) / (2 * eps)
print(x.grad, numeric)
print(torch.allclose(x.grad, numeric))
