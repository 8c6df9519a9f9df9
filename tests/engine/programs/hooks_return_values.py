# what a tensor hook may return, and the order of several
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
h1 = x.register_hook(lambda g: g * 2)
h2 = x.register_hook(lambda g: print("second", g))
h3 = x.register_hook(lambda g: g + 1)
(x * 3).sum().backward()
print(x.grad)
h1.remove()
h1.remove()
x.grad = None
(x * 3).sum().backward()
print(x.grad)
h3.remove()
h2.remove()
x.grad = None
(x * 3).sum().backward()
print(x.grad)
try:
    torch.ones(2).register_hook(print)
except RuntimeError as error:
    print(error)
