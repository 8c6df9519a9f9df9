# Two paths meet: a diamond
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
a = y * 2
b = y * 5
c = a + b
c.backward()

# y hands on a gradient only when both of its paths have delivered: (2 + 5) * 3 = 21
print(x.grad)
