# writing through views, history included
import torch

base = torch.zeros(2, 3)
row = base[0]
row.add_(1)
print(base, row._base is base, base._version, row._version, base._base)
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * 1
v = y[1:]
v.mul_(10)
print(y, v)
print(y.grad_fn.name(), v.grad_fn.name())
y.sum().backward()
print(x.grad)
p = x.clone()
p[:2] = x[1:] * 2
p.sum().backward()
print(x.grad)
