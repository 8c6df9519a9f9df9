# Conv1d with strides, padding modes, groups, dilation
import torch
from torch import nn

x = torch.arange(16.0).reshape(1, 2, 8) / 10
for options in (
    {"kernel_size": 3},
    {"kernel_size": 3, "stride": 2},
    {"kernel_size": 3, "padding": 1},
    {"kernel_size": 3, "padding": "same"},
    {"kernel_size": 3, "padding": "valid", "bias": False},
    {"kernel_size": 2, "dilation": 3},
    {"kernel_size": 3, "groups": 2},
    {"kernel_size": 3, "padding": 1, "padding_mode": "circular"},
    {"kernel_size": 3, "padding": 2, "padding_mode": "reflect"},
    {"kernel_size": 3, "padding": 1, "padding_mode": "replicate"},
):
    torch.manual_seed(1)
    conv = nn.Conv1d(2, 2, **options)
    y = conv(x)
    print(conv, y.shape, y)
    y.sum().backward()
    print(conv.weight.grad)
try:
    nn.Conv1d(3, 2, 2)(x)
except RuntimeError as error:
    print(error)
try:
    nn.Conv1d(3, 2, 2, groups=2)
except ValueError as error:
    print(error)
