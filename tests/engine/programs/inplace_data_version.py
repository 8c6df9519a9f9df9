# .data bypasses the version counter, detach does not
import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
z = (y * y).sum()
y.data.add_(1)
print(y._version)
z.backward()
print(x.grad)
x.grad = None
y = x * 2
z = (y * y).sum()
y.detach().add_(1)
print(y._version)
try:
    z.backward()
except RuntimeError as error:
    print(error)
x = torch.tensor([1.0, 2.0], requires_grad=True)
product = x.prod()
product.data.mul_(2)
product.backward()
print(x.grad)
y = x ** torch.tensor([2.0, 3.0])
y *= 2
try:
    y.sum().backward()
except RuntimeError as error:
    print(error)
y = x * 1
wide = y.expand(2, 2)
with torch.no_grad():
    y.exp_()
print(wide.grad_fn, torch.autograd.grad(wide.sum(), x))
