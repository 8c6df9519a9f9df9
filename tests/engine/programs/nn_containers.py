# Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict
from collections import OrderedDict

import torch
from torch import nn

net = nn.Sequential(OrderedDict([("first", nn.Linear(2, 3)), ("act", nn.ReLU())]))
net.append(nn.Linear(3, 1))
net.add_module("last", nn.Sigmoid())
print(net, net[0] is net.first, len(net), net[1:])
try:
    net.insert(1, nn.Dropout(0.0))
except KeyError as error:
    print("KeyError", error)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Sigmoid())
net.insert(1, nn.Dropout(0.0))
print([name for name, _ in net.named_children()], net.pop(-1))
del net[0]
print(net)
both = nn.Sequential(nn.Linear(1, 1)) + nn.Sequential(nn.Tanh())
print(both, nn.Sequential(nn.ReLU(), nn.ReLU()) * 2)
layers = nn.ModuleList([nn.Linear(i + 1, i + 2) for i in range(2)])
layers.extend([nn.ReLU(), nn.ReLU()])
layers.insert(0, nn.Flatten())
print(layers, layers[-1], len(layers), layers[1:3])
table = nn.ModuleDict({"conv": nn.Conv1d(1, 1, 2), "pool": nn.MaxPool1d(2)})
table["relu"] = nn.ReLU()
print(table, list(table), "pool" in table, table.pop("conv"), list(table.items()))
weights = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(1, 2)])
weights.append(nn.Parameter(torch.tensor(3.0)))
print(weights, len(weights), [n for n, _ in weights.named_parameters()])
named = nn.ParameterDict({"w": torch.ones(2, 2), "b": nn.Parameter(torch.zeros(2))})
print(named, named["w"], list(named.keys()), "b" in named)
try:
    nn.Sequential(nn.Linear(1, 1), lambda x: x)
except TypeError as error:
    print(error)
try:
    layers(torch.ones(1))
except NotImplementedError as error:
    print(error)
