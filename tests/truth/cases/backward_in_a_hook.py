# a hook runs with grad mode off, so that what it computes has no history
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
y.register_hook(lambda grad: (x * x).sum().backward())
y.sum().backward()
