# hooks on several gradients at once
import torch

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print("all", grads))
(a * 2 + b * 3).sum().backward()
