# assigning .grad and its checks
import torch

x = torch.ones(2, requires_grad=True)
x.grad = torch.tensor([1.0, 2.0])
print(x.grad)
for value in (torch.ones(3), 1.0, torch.ones(2, dtype=torch.float64)):
    try:
        x.grad = value
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
del x.grad
print(x.grad)
g = torch.ones(2)
x.grad = g
print(x.grad is g)
(x * 5).sum().backward()
print(g)
