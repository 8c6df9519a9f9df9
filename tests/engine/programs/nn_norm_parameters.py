# which parameters a norm has, by its options
import torch
from torch import nn

for norm in (
    nn.LayerNorm(4),
    nn.LayerNorm([2, 4], bias=False),
    nn.LayerNorm((4,), elementwise_affine=False),
    nn.GroupNorm(2, 4),
    nn.GroupNorm(2, 4, affine=False),
    nn.RMSNorm(4, eps=1e-3),
    nn.RMSNorm([2, 4], elementwise_affine=False),
    nn.BatchNorm1d(2, affine=False),
):
    print(norm, {n: tuple(p.shape) for n, p in norm.named_parameters()}, list(norm.state_dict()))
    for p in norm.parameters():
        p.data.fill_(3.0)
    norm.reset_parameters()
    print([p.flatten()[0].item() for p in norm.parameters()])
