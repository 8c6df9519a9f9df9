# Linear, Bilinear, Identity: repr, initial values, outputs, gradients
import torch
from torch import nn

for layer in (nn.Linear(3, 2), nn.Linear(3, 2, bias=False), nn.Linear(1, 4, dtype=torch.float64)):
    print(layer)
    for name, parameter in layer.named_parameters():
        print(name, tuple(parameter.shape), parameter.dtype, parameter)
    x = torch.ones(2, layer.in_features, dtype=layer.weight.dtype, requires_grad=True)
    y = layer(x)
    y.pow(2).sum().backward()
    print(y, y.grad_fn.name(), x.grad, layer.weight.grad)
bilinear = nn.Bilinear(2, 3, 2)
print(bilinear, bilinear.weight, bilinear.bias)
print(bilinear(torch.ones(1, 2), torch.arange(3.0).reshape(1, 3)))
print(nn.Identity(3, unused=True), nn.Identity()(torch.arange(3)))
layer = nn.Linear(2, 2)
print(layer(torch.ones(2)), layer(torch.ones(2)).grad_fn.name())
print(layer(torch.ones(2, 3, 2)).shape, layer(torch.ones(2, 3, 2)).grad_fn.name())
try:
    layer(torch.ones(2, 3))
except RuntimeError as error:
    print(error)
try:
    layer(torch.ones(2, 2, dtype=torch.float64))
except RuntimeError as error:
    print(error)
# inputs that lie otherwise
both = nn.Bilinear(2, 2, 1)
turned = torch.arange(12.0).reshape(3, 2, 2).transpose(0, 1).requires_grad_()
both(turned, turned).sum().backward()
print(both(turned, turned).shape, turned.grad, both.weight.grad)
