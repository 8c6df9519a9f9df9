# .to() and arithmetic make a non-leaf; optimizers refuse it
import torch

w = torch.ones(2, requires_grad=True) * 0.1
print(w.is_leaf, w.requires_grad)
w.sum().backward()
print(w.grad is None)
try:
    torch.optim.SGD([w], lr=0.1)
except ValueError as error:
    print(error)
v = (torch.ones(2) * 0.1).requires_grad_()
v.sum().backward()
print(v.is_leaf, v.grad)
u = torch.ones(2, requires_grad=True).to(torch.float64)
print(u.is_leaf, u)
