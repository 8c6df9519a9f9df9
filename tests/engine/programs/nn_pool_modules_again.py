# average pools over images and volumes, with every option in the repr
import torch
from torch import nn

image = torch.arange(32.0).reshape(1, 2, 4, 4).requires_grad_()
for pool in (
    nn.AvgPool2d(2),
    nn.AvgPool2d((2, 1), stride=(1, 2), padding=(1, 0)),
    nn.AvgPool2d(3, 2, ceil_mode=True, count_include_pad=False),
    nn.AvgPool2d(2, divisor_override=3),
):
    image.grad = None
    y = pool(image)
    y.pow(2).sum().backward()
    print(pool, y.shape, y[0, 1], image.grad[0, 0])
volume = torch.arange(27.0).reshape(1, 1, 3, 3, 3)
print(nn.AvgPool3d(2, 1), nn.AvgPool3d(2, 1)(volume), nn.AvgPool3d(3, divisor_override=1)(volume))
