# the first backward of every tutorial
import torch

x = torch.tensor(3.0, requires_grad=True)
y = x**2 + 2 * x + 1
y.backward()
print(x.grad, y, y.grad_fn, y.item())
x = torch.tensor([1.0, 2.0], requires_grad=True)
(x**3).sum().backward()
print(x.grad)
a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(4.0, requires_grad=True)
q = 3 * a**3 - b**2
q.backward()
print(a.grad, b.grad, a.grad == 9 * a**2)
