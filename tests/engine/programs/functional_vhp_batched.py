# jacobians by rows and batched gradients
import torch
from torch.autograd.functional import jacobian, vhp

x = torch.tensor([1.0, 2.0, 3.0])
print(jacobian(lambda v: torch.stack([v.sum(), v.prod()]), x))
print(vhp(lambda v: (v**3).sum(), x, torch.ones(3)))
print(jacobian(lambda v: v**2, x, create_graph=True).requires_grad)
y = x.requires_grad_()
out = y**2
print(torch.autograd.grad(out, y, torch.eye(3), is_grads_batched=True))
