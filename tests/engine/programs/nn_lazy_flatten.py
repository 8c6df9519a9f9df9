# Flatten, Unflatten, Identity, LazyLinear
import torch
from torch import nn

print(
    nn.Flatten(),
    nn.Flatten()(torch.ones(2, 3, 4)).shape,
    nn.Unflatten(1, (3, 4))(torch.ones(2, 12)).shape,
)
print(nn.Identity()(torch.ones(1)), nn.Upsample(scale_factor=2)(torch.ones(1, 1, 2, 2)).shape)
print(
    nn.Bilinear(2, 3, 4),
    nn.PixelShuffle(2)(torch.ones(1, 4, 1, 1)).shape,
    nn.ZeroPad2d(1)(torch.ones(1, 1, 1, 1)),
)
lazy = nn.LazyLinear(2)
print(lazy)
lazy(torch.ones(1, 5))
print(lazy)
