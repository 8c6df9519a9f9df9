# a chain with printed intermediate values
import torch

x = torch.tensor(0.5, requires_grad=True)
a = x.sin()
b = a.exp()
c = b.log() * 2
c.backward()
print(a, b, c, x.grad)
x = torch.tensor(2.0, requires_grad=True)
y = (x**2 + 1).sqrt() / x.tanh()
y.backward()
print(y, x.grad)
print(torch.autograd.grad(torch.sigmoid(x * 3) ** 2, x))
