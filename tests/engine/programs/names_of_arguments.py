# Arguments by the names that torch gives them, where a method's are not the function's
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed import nn as over_processes

torch.manual_seed(0)
x = torch.arange(6.0).view(2, 3)
print(x.split(split_size=1), torch.split(x, split_size_or_sections=[1, 2], dim=1))
print(nn.functional.one_hot(input=torch.tensor([0, 2]), num_classes=3))
for high in (2, torch.tensor(3)):
    print(torch.randint_like(x, high=high), torch.randint_like(x, 1, high))
print(torch.randint_like(x, low=1, high=3, dtype=torch.long))
print(torch.hamming_window(4, True, 0.5, 0.5), torch.hamming_window(4, False, alpha=0.5))
for refused in (
    lambda: x.split(split_size_or_sections=1),
    lambda: torch.norm(x, axis=1),
    lambda: x.norm(axis=1),
    lambda: torch.split(x, 1, axis=0),
    lambda: nn.functional.one_hot(tensor=torch.tensor([0])),
    lambda: torch.randint_like(x, torch.tensor([3])),
    lambda: over_processes.all_reduce(x, op=dist.ReduceOp.SUM),
    lambda: dist.all_reduce(x),
):
    try:
        print(refused())
    except (RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(repr(dist.ReduceOp.SUM), dist.ReduceOp.MAX, dist.group.WORLD)
# norms that learn no bias
for norm in (
    nn.InstanceNorm1d(2, affine=True, bias=False),
    nn.LazyBatchNorm1d(bias=False),
    nn.LazyInstanceNorm1d(affine=True, bias=False),
):
    print(norm)
    print(norm(x.view(1, 2, 3)), list(norm.state_dict()))
for lazy in (nn.LazyConv2d(2, 1, 1, 0, 1, 1, False), nn.LazyConvTranspose1d(2, 1, 1, 0, 0, 1, True),
             nn.LazyConv1d(2, 1, bias=False), nn.LazyConv1d(2, 1, 1, 0)):
    print(lazy, lazy.bias is None)
