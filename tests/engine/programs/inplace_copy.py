# copy_ under autograd
import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.zeros(2)
b.copy_(a * 2)
print(b, b.grad_fn)
b.sum().backward()
print(a.grad)
c = torch.zeros(2, 2)
c.copy_(a)
print(c)
d = torch.zeros(2, dtype=torch.int64).copy_(torch.tensor([1.9, -1.9]))
print(d)
try:
    torch.zeros(3).copy_(a)
except RuntimeError as error:
    print(error)
try:
    a.copy_(b)
except RuntimeError as error:
    print(error)
