# a thousand steps, no recursion
import torch

x = torch.tensor(1.0, requires_grad=True)
y = x
for _ in range(3000):
    y = y * 1.0005
y.backward()
print(y, x.grad)
z = x
for _ in range(2000):
    z = z + x
z.backward()
print(x.grad)
