# containers
import torch
from collections import OrderedDict
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1), nn.Sigmoid())
print(net)
print(net(torch.tensor([[1.0, 2.0]])))
print(net[0], net[-1], len(net), type(net[0]))
print(list(net.state_dict()))
named = nn.Sequential(OrderedDict([("fc", nn.Linear(2, 2)), ("act", nn.ReLU())]))
print(named, named.fc)
net.add_module("extra", nn.Identity())
print(net[1:3], [type(m).__name__ for m in net])
layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(2)])
print(layers, len(layers))
d = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Linear(1, 1)})
print(d, list(d.keys()), nn.ParameterList([nn.Parameter(torch.ones(2))]))
