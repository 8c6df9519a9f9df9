# in-place on views under autograd: CopySlices and AsStrided
import torch

x = torch.arange(6.0).reshape(2, 3).requires_grad_()
y = x * 1
v = y[0]
print(v.grad_fn, y.grad_fn.name())
v.mul_(10)
print(y.grad_fn, v.grad_fn, y._version, v._version)
print(y)
z = y.sum()
z.backward()
print(x.grad)
print(y.grad_fn.next_functions)
