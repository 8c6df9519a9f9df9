# hooks that return something else, or the wrong thing
import torch

x = torch.ones(2, requires_grad=True)
h1 = x.register_hook(lambda g: g * 2)
h2 = x.register_hook(lambda g: g + 1)
(x * 3).sum().backward()
print(x.grad)
h1.remove()
x.grad = None
(x * 3).sum().backward()
print(x.grad)
h2.remove()
x.register_hook(lambda g: torch.ones(3))
try:
    (x * 3).sum().backward()
except RuntimeError as error:
    print(error)
y = torch.ones(2, requires_grad=True)
y.register_hook(lambda g: 5)
try:
    (y * 3).sum().backward()
except (RuntimeError, TypeError) as error:
    print(error)
