# transposed convolutions and the sizes they give
import torch
from torch import nn

x = torch.arange(8.0).reshape(1, 2, 4)
for options in (
    {"stride": 2},
    {"stride": 2, "padding": 1},
    {"stride": 2, "output_padding": 1},
    {"dilation": 2},
    {"groups": 2, "bias": False},
):
    torch.manual_seed(2)
    layer = nn.ConvTranspose1d(2, 2, 3, **options)
    y = layer(x)
    print(layer, y.shape, y)
layer = nn.ConvTranspose2d(1, 2, 3, stride=2, padding=1)
image = torch.ones(1, 1, 3, 3, requires_grad=True)
print(layer(image).shape, layer(image, output_size=[6, 6]).shape)
layer(image).sum().backward()
print(image.grad, layer.weight.grad, layer.bias.grad)
print(nn.ConvTranspose3d(1, 1, 2)(torch.ones(1, 1, 2, 2, 2)).shape, nn.ConvTranspose3d(1, 1, 2))
try:
    layer(image, output_size=[9, 9])
except ValueError as error:
    print(error)

node = nn.ConvTranspose2d(1, 2, 3, stride=2, output_padding=1)(torch.ones(1, 1, 2, 2)).grad_fn
print(node._saved_transposed, node._saved_output_padding, node._saved_bias_sym_sizes_opt)
for count in (1, 2, 3):
    layer = getattr(nn, f"ConvTranspose{count}d")(1, 1, 3, output_padding=1)
    try:
        layer(torch.ones(1, 1, *[4] * count))
    except RuntimeError as error:
        print(error)
