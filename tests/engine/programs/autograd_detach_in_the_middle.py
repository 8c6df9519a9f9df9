# stop-gradients: detach, no_grad, data, item
import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * 2
z = y.detach() * x + y
z.backward()
print(x.grad)
x.grad = None
(x * x.item()).backward()
print(x.grad)
x.grad = None
with torch.no_grad():
    k = x**2
(k * x).backward()
print(x.grad)
x.grad = None
(x.data * x).backward()
print(x.grad)
target = x.detach().clone().requires_grad_()
(target**2).backward()
print(target.grad, x.grad)
