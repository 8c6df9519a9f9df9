# gradients of two-argument functions
import torch

for name in "add sub mul div pow maximum minimum atan2 hypot fmod remainder".split():
    a = torch.tensor([0.5, 3.0], requires_grad=True)
    b = torch.tensor([2.0, 1.5], requires_grad=True)
    getattr(torch, name)(a, b).sum().backward()
    print(name, a.grad, b.grad)
