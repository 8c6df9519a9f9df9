# padding modules and F.pad in every mode
import torch
from torch import nn
import torch.nn.functional as F

line = torch.arange(1.0, 5.0).reshape(1, 1, 4).requires_grad_()
for layer in (
    nn.ZeroPad1d(1),
    nn.ConstantPad1d((2, 0), 9.0),
    nn.ReflectionPad1d(2),
    nn.ReplicationPad1d((1, 2)),
    nn.CircularPad1d(1),
):
    line.grad = None
    y = layer(line)
    (y * torch.arange(float(y.shape[-1]))).sum().backward()
    print(layer, y, line.grad)
image = torch.arange(9.0).reshape(1, 1, 3, 3)
for layer in (
    nn.ZeroPad2d((1, 0, 2, 0)),
    nn.ConstantPad2d(1, -1.0),
    nn.ReflectionPad2d(1),
    nn.ReplicationPad2d((0, 2, 0, 0)),
    nn.CircularPad2d((1, 1, 0, 1)),
    nn.ZeroPad2d(-1),
):
    print(layer, layer(image))
print(
    nn.ReplicationPad3d(1)(torch.ones(1, 1, 1, 1, 1)).shape,
    nn.ConstantPad3d((0, 1, 0, 1, 0, 0), 3.5),
)
print(F.pad(torch.ones(2, 2), (1, 1)), F.pad(torch.ones(2, 2), (0, 0, 1, 0), value=7))
print(F.pad(image, (-1, 1, 0, -1)), F.pad(torch.arange(3), (1, 2)))
try:
    F.pad(line, (5, 0), mode="reflect")
except RuntimeError as error:
    print(error)
try:
    F.pad(torch.ones(2, 2), (1, 1, 1))
except RuntimeError as error:
    print(error)
for crop in ((-2, -3), (-9, 20)):
    try:
        F.pad(line, crop)
    except RuntimeError as error:
        print(error)
wave = torch.arange(1.0, 5.0).view(1, 1, 4).requires_grad_()
for widths in ((1, 2), (-1, 1), (0, 0), (-1, -1)):
    turned = torch.nn.functional.pad(wave, widths, mode="circular")
    node = turned.grad_fn
    print(turned, turned._version, node.name(),
          [each and each.name() for each, _ in node.next_functions])
    print(torch.autograd.grad((turned * turned).sum(), wave))
try:
    F.pad(torch.empty(1, 0), (1, 1), mode="replicate")
except RuntimeError as error:
    print(error)
