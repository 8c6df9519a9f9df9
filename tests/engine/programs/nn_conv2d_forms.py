# Conv2d: depthwise, strided, dilated, same padding, gradients of the input
import torch
from torch import nn

x = torch.linspace(-1, 1, 2 * 3 * 5 * 5).reshape(2, 3, 5, 5).requires_grad_()
for conv in (
    nn.Conv2d(3, 4, 3),
    nn.Conv2d(3, 3, 3, groups=3, padding=1),
    nn.Conv2d(3, 2, (3, 1), stride=(2, 1)),
    nn.Conv2d(3, 2, 2, dilation=2),
    nn.Conv2d(3, 2, 3, padding="same", padding_mode="zeros"),
    nn.Conv2d(3, 1, 1, bias=False),
    nn.Conv2d(3, 2, 3, padding=(1, 2), padding_mode="circular"),
):
    x.grad = None
    y = conv(x)
    print(conv, y.shape, y.mean(), y.grad_fn.name())
    y.square().mean().backward()
    print(x.grad[0, 0, :2], conv.weight.grad.abs().mean())
print(nn.Conv2d(3, 4, 3).weight[0, 0], nn.Conv2d(3, 4, 3).bias)
try:
    nn.Conv2d(3, 4, 3)(torch.ones(2, 1, 5, 5))
except RuntimeError as error:
    print(error)
try:
    nn.Conv2d(3, 4, 7)(torch.ones(1, 3, 5, 5))
except RuntimeError as error:
    print(error)
print(nn.Conv2d(1, 1, 2)(torch.ones(1, 3, 3)).shape)
