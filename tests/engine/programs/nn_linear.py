# nn.Linear: initialisation, output, gradients, repr
import torch
import torch.nn as nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
print(layer)
print(layer.weight)
print(layer.bias)
x = torch.ones(4, 3)
y = layer(x)
print(y)
y.sum().backward()
print(layer.weight.grad, layer.bias.grad)
print(nn.Linear(2, 1, bias=False), nn.Linear(2, 1, bias=False).bias)
print(y.grad_fn.next_functions[2][0].name(), layer.in_features, layer.out_features)
try:
    layer(torch.ones(4, 2))
except RuntimeError as error:
    print(error)
