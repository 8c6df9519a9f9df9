# what gradients do with integer results
import torch

x = torch.tensor([1.5, 2.5], requires_grad=True)
print(
    (x > 2).requires_grad, x.long().requires_grad, x.argmax().requires_grad, x.round().requires_grad
)
mask = (x > 2).float()
(x * mask).sum().backward()
print(x.grad)
y = x.double() * 2
y.sum().backward()
print(y.dtype, x.grad, x.grad.dtype)
h = x.half()
(h * h).sum().backward()
print(h, x.grad)
