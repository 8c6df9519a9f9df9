# several paths into one node
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
c = y * 2 + y * 5
c.backward()
print(x.grad)
x.grad = None
z = x * x * x + x.sin() * x
z.backward()
print(x.grad)
x.grad = None
a = x + x
b = a * a
(b + a).backward()
print(x.grad)
