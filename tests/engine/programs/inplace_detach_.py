# detach_ and detach
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
z = y.detach()
z[0] = 50
print(y, z.requires_grad, y._version, z._version)
y.detach_()
print(y.requires_grad, y.grad_fn, y.is_leaf)
v = (x * 2)[0]
try:
    v.detach_()
except RuntimeError as error:
    print(error)
h = x * 3
h2 = h.data
h2.fill_(0)
print(h, h._version)
