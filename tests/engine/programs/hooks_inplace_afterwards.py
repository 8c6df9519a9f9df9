# a hook belongs to the tensor as it was
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.register_hook(lambda g: print("before the write", g))
y.mul_(5)
y.register_hook(lambda g: print("after the write", g))
y.sum().backward()
print(x.grad)
