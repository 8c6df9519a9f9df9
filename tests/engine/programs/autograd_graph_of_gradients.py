# gradients of gradients, by hand, three times
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x**4 + x.sin()
for order in range(1, 5):
    (y,) = torch.autograd.grad(y, x, create_graph=True)
    print(order, y)
a = torch.tensor([1.0, 2.0], requires_grad=True)
f = (a[0] ** 2 * a[1] ** 3).exp().log()
(g,) = torch.autograd.grad(f, a, create_graph=True)
print(g)
hessian = torch.stack([torch.autograd.grad(g[i], a, retain_graph=True)[0] for i in range(2)])
print(hessian)
