# freezing parameters
import torch

w = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
w.requires_grad = False
(w * 2 + b).sum().backward()
print(w.grad, b.grad)
w.requires_grad_(True)
(w * 2 + b).sum().backward()
print(w.grad, b.grad)
y = w * 2
try:
    y.requires_grad = False
except RuntimeError as error:
    print(error)
print(y.requires_grad_(True) is y)
try:
    y.requires_grad = True
except RuntimeError as error:
    print(error)
print(y.requires_grad_().requires_grad)

# a leaf that is taken off the tape and becomes a result can take no gradient as a leaf
moved = torch.ones(2, requires_grad=True)
twice = moved * 2
moved.requires_grad_(False)
moved.mul_(twice)
try:
    moved.sum().backward()
except RuntimeError as error:
    print(error)
print(torch.autograd.grad(moved.sum(), moved))
