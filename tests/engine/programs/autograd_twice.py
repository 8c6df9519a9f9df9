# backward a second time: freed, retained, and graphs that saved nothing
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x).sum()
y.backward()
try:
    y.backward()
except RuntimeError as error:
    print(error)
z = (x * x).sum()
z.backward(retain_graph=True)
z.backward()
print(x.grad)
s = (x + 2).sum()
s.backward()
s.backward()
print(x.grad)
t = x.exp().sum()
t.backward()
try:
    t.backward()
except RuntimeError as error:
    print(type(error).__name__)
