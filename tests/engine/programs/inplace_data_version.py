# .data bypasses the version counter, detach does not
import torch

x = torch.ones(2, requires_grad=True)
y = x * 2
z = (y * y).sum()
y.data.add_(1)
print(y._version)
z.backward()
print(x.grad)
x.grad = None
y = x * 2
z = (y * y).sum()
y.detach().add_(1)
print(y._version)
try:
    z.backward()
except RuntimeError as error:
    print(error)
