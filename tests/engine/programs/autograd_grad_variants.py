# torch.autograd.grad in all its forms
import torch

x = torch.tensor(1.0, requires_grad=True)
y = torch.tensor(2.0, requires_grad=True)
z = x**2 * y
print(torch.autograd.grad(z, x, retain_graph=True))
print(torch.autograd.grad(z, [x, y], retain_graph=True))
print(torch.autograd.grad([z, z], [x], grad_outputs=[torch.tensor(1.0), torch.tensor(2.0)]))
print(x.grad, y.grad)
u = torch.tensor(5.0, requires_grad=True)
try:
    torch.autograd.grad(x**2, u)
except RuntimeError as error:
    print(error)
print(torch.autograd.grad(x**2, [x, u], allow_unused=True))
print(torch.autograd.grad(x**2, [x, u], allow_unused=True, materialize_grads=True))
try:
    torch.autograd.grad(x**2, torch.tensor(1.0))
except RuntimeError as error:
    print(error)
try:
    torch.autograd.grad(x.detach(), x)
except RuntimeError as error:
    print(error)
try:
    torch.autograd.grad((x * torch.ones(2)), x)
except RuntimeError as error:
    print(error)
for given in ((x.sum(), None), (None, x), (x.sum(), ())):
    try:
        torch.autograd.grad(*given)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
