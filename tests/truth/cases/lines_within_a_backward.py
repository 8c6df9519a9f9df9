# code of the program within a backward, a transform, a check and a write: each on its own line
import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks


def pack(kept):
    return kept * 2


def unpack(packed):
    return packed / 2


def update(weight):
    weight -= 0.1 * weight.grad


def loud(v):
    print("computing")
    return v**2


def set_up(module):
    return module


weight = torch.tensor([1.0, 2.0], requires_grad=True)
with saved_tensors_hooks(pack, unpack):
    y = weight * weight
    (weight * 1).exp_()
weight.register_post_accumulate_grad_hook(torch.no_grad()(update))
y.sum().backward()

slopes = torch.func.vmap(torch.func.grad(lambda a: a.sin()))(torch.ones(2))
print(torch.autograd.gradcheck(loud, torch.ones(1, dtype=torch.float64, requires_grad=True)))
net = nn.Sequential(nn.Linear(1, 2)).apply(set_up)
print()
