# create_graph: derivatives of derivatives
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x**4
(g,) = torch.autograd.grad(y, x, create_graph=True)
print(g)
(gg,) = torch.autograd.grad(g, x, create_graph=True)
print(gg)
(ggg,) = torch.autograd.grad(gg, x)
print(ggg)
x = torch.tensor([0.5, 1.0], requires_grad=True)
f = (x.sin() * x.exp()).sum()
(g,) = torch.autograd.grad(f, x, create_graph=True)
print(g)
g.sum().backward()
print(x.grad)
