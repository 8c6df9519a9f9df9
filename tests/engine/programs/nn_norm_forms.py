# every norm: repr, parameters, train and eval, gradients
import torch
from torch import nn

torch.manual_seed(3)
x = torch.randn(4, 6, 3)
for norm in (
    nn.BatchNorm1d(6),
    nn.BatchNorm1d(6, momentum=None, eps=1e-3),
    nn.BatchNorm1d(6, affine=False, track_running_stats=False),
    nn.InstanceNorm1d(6),
    nn.InstanceNorm1d(6, affine=True, track_running_stats=True),
    nn.GroupNorm(3, 6),
    nn.GroupNorm(2, 6, affine=False),
    nn.LayerNorm(3),
    nn.LayerNorm((6, 3), elementwise_affine=False),
    nn.LayerNorm(3, bias=False),
    nn.RMSNorm(3),
    nn.LocalResponseNorm(2),
):
    inputs = x.clone().requires_grad_()
    y = norm(inputs)
    print(norm, [name for name in norm.state_dict()])
    print(y[0, :2], y.grad_fn.name())
    (y * torch.arange(3.0)).sum().backward()
    print(inputs.grad[0, :2])
    print([p.grad.flatten()[:3] for p in norm.parameters()])
    norm.eval()
    print(norm(x)[1, 0], list(norm.buffers())[:2])
try:
    nn.BatchNorm1d(6)(torch.ones(2, 5))
except RuntimeError as error:
    print(error)
try:
    nn.BatchNorm2d(6)(torch.ones(2, 6))
except ValueError as error:
    print(error)
try:
    nn.BatchNorm1d(3)(torch.ones(1, 3))
except ValueError as error:
    print(error)
try:
    nn.LayerNorm(4)(torch.ones(2, 3))
except RuntimeError as error:
    print(error)
try:
    nn.GroupNorm(4, 6)
except ValueError as error:
    print(error)
