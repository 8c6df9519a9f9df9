# assigning .grad and its checks
import torch

x = torch.ones(2, requires_grad=True)
x.grad = torch.tensor([1.0, 2.0])
print(x.grad)
for value in (torch.ones(3), 1.0, torch.ones(2, dtype=torch.float64)):
    try:
        x.grad = value
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
del x.grad
print(x.grad)
g = torch.ones(2)
x.grad = g
print(x.grad is g)
(x * 5).sum().backward()
print(g)
# a gradient kept in another dtype than its leaf
y = torch.ones(2, requires_grad=True)
y.grad_dtype = torch.float64
(y * 2).sum().backward()
(y * 2).sum().backward()
print(y.grad, y.grad_dtype, torch.autograd.grad((y * 3).sum(), y))
for attempt in (
    lambda: setattr(y, "grad", torch.ones(2)),
    lambda: setattr(y, "grad_dtype", torch.float16),
    lambda: setattr(y, "grad_dtype", 3),
    lambda: (y * 2).grad_dtype,
    lambda: setattr(y * 2, "grad_dtype", torch.float16),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
y.grad, y.grad_dtype = None, None
y.grad = torch.ones(2, dtype=torch.float16)
print(y.grad, y.grad_dtype)
