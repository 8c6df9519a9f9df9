# bare expressions, as in a notebook
import torch

x = torch.ones(2, 2, requires_grad=True)
x
y = x + 2
y
y.grad_fn
z = y * y * 3
out = z.mean()
z, out
out.backward()
x.grad
x.shape
x.dtype
None
"text"
[x.sum(), 1.5]
