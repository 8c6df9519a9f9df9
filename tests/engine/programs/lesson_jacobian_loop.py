# a Jacobian row by row
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = torch.stack([x[0] * x[1], x[1] ** 2 + x[2], x.sum()])
rows = []
for i in range(3):
    (row,) = torch.autograd.grad(y[i], x, retain_graph=True)
    rows.append(row)
print(torch.stack(rows))
j = torch.zeros(3, 3)
for i in range(3):
    x.grad = None
    y[i].backward(retain_graph=True)
    j[i] = x.grad
print(j)
v = torch.tensor([1.0, 0.0, 2.0])
x.grad = None
y.backward(v)
print(x.grad, v @ j)
