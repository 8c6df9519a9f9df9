# every initialisation, by seed
import torch
from torch import nn
from torch.nn import init

for name, arguments in (
    ("uniform_", (-1, 1)),
    ("normal_", (1, 0.5)),
    ("trunc_normal_", ()),
    ("constant_", (0.3,)),
    ("ones_", ()),
    ("zeros_", ()),
    ("eye_", ()),
    ("xavier_uniform_", ()),
    ("xavier_normal_", (2.0,)),
    ("kaiming_uniform_", ()),
    ("kaiming_normal_", ()),
    ("orthogonal_", ()),
    ("sparse_", (0.5,)),
):
    torch.manual_seed(25)
    print(name, getattr(init, name)(torch.empty(3, 4), *arguments))
torch.manual_seed(26)
print(init.kaiming_normal_(torch.empty(2, 3), mode="fan_out", nonlinearity="relu"))
print(init.kaiming_uniform_(torch.empty(2, 3), a=0.5, nonlinearity="leaky_relu"))
print(init.dirac_(torch.empty(2, 2, 3)), init.dirac_(torch.empty(4, 2, 1, 1), groups=2).flatten())
for kind in ("linear", "conv2d", "sigmoid", "tanh", "relu", "selu"):
    print(kind, init.calculate_gain(kind))
print(init.calculate_gain("leaky_relu", 0.2))
weight = nn.Parameter(torch.ones(2, 2))
print(init.zeros_(weight), weight.requires_grad, weight.grad_fn)


def set_up(module):
    if isinstance(module, nn.Linear):
        init.xavier_uniform_(module.weight)
        init.constant_(module.bias, 0.01)


torch.manual_seed(27)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1)).apply(set_up)
print([p for p in net.parameters()])
print(init._calculate_fan_in_and_fan_out(torch.empty(4, 3, 2, 2)))
for call in (
    lambda: init.xavier_uniform_(torch.empty(3)),
    lambda: init.eye_(torch.empty(3)),
    lambda: init.calculate_gain("cubic"),
):
    try:
        call()
    except ValueError as error:
        print(error)
