# tensors that have no name yet, while that name means another one; halves and unsigned integers
import torch
from torch import nn


class Points:
    def __init__(self):
        self.x = torch.arange(6.0)
        self.y = self.x * 2


data = Points()
for n in (2, 3):
    half = nn.Linear(n, 1).bfloat16()
    scaled = nn.utils.weight_norm(nn.Linear(n, 2))
small = torch.tensor([3], dtype=torch.uint16)
print("", end="")
weight = torch.full((7,), 1.811, dtype=torch.float16)
weight.requires_grad_()
z = torch.tensor([0.5 + 1j, 2j, 1 - 3j, 2 + 0j, -1j, 1 + 1j, 2 - 1j], requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.05)
turning = torch.optim.SGD([z], lr=0.05)
weight.grad = torch.full_like(weight, 1.6)
(z.abs() ** 2).sum().backward()
optimizer.step()
turning.step()
