# reading .grad of a non-leaf warns; retain_grad makes it real
import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
y.sum().backward()
print(y.grad)
y = x * 2
y.retain_grad()
print(y.retains_grad, x.retains_grad)
(y * y).sum().backward()
print(y.grad, x.grad)
try:
    torch.ones(1).retain_grad()
except RuntimeError as error:
    print(error)
