# register_hook: look, change, remove
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
handle = y.register_hook(lambda grad: print("y", grad))
x.register_hook(lambda grad: grad * 10)
y.sum().backward(retain_graph=True)
print(x.grad)
handle.remove()
y.sum().backward()
print(x.grad)
try:
    torch.ones(1).register_hook(print)
except RuntimeError as error:
    print(error)
