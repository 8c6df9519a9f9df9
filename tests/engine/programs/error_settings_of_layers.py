# lengths, kernels and strides that are no whole numbers, and those that come in tensors
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def attempt(call):
    try:
        made = call()
        print(tuple(made.shape) if isinstance(made, torch.Tensor) else made)
    except Exception as error:
        print(type(error).__name__, error)


x, w, n = torch.ones(1, 1, 4, 4), torch.ones(1, 1, 2, 2), torch.tensor(2)
attempt(lambda: nn.Conv2d(1, 1, 3, padding=3 / 2)(x))
attempt(lambda: nn.Conv2d(1, 1, 1, stride=4 / 2)(x))
attempt(lambda: nn.ConvTranspose2d(1, 1, 1, stride=1.5)(x))
attempt(lambda: F.conv2d(x, w, stride=True))
attempt(lambda: F.conv2d(x, w, None, (True, True)))
attempt(lambda: F.conv2d(x, w, dilation=(1, 1.5)))
attempt(lambda: F.conv2d(x, w, stride=n, padding=(n, 1)))
attempt(lambda: F.conv2d(x, w, stride=torch.tensor(1.0)))
for pool in (F.max_pool2d, F.avg_pool2d):
    for kernel in (1.5, (1.0, 1), (1, 1.5), True, "2", n, (2, n)):
        attempt(lambda: pool(x, kernel))
attempt(lambda: F.fold(torch.ones(1, 4, 1), 2.0, 2))
attempt(lambda: F.unfold(x, (1, 1.5)))
attempt(lambda: F.pad(x, (1, 1.5)))
attempt(lambda: nn.ZeroPad2d(1.5)(x))
attempt(lambda: F.interpolate(x, size=2.5))
attempt(lambda: F.interpolate(x, size=(2, 2.5)))
attempt(lambda: F.interpolate(x, size=2, recompute_scale_factor=True))
attempt(lambda: F.pixel_shuffle(x, 0))
attempt(lambda: F.pixel_unshuffle(x, -1))
attempt(lambda: nn.Flatten()([1.0]))
# numbers that come in tensors
attempt(lambda: x.sum(n))
attempt(lambda: x.mean(dim=n))
attempt(lambda: x.flip(n))
attempt(lambda: x.roll(1, n))
attempt(lambda: x.split(n, 2)[0])
attempt(lambda: x.split(torch.tensor([1, 3]), 2)[0])
attempt(lambda: torch.randint(n, (n,)))
attempt(lambda: x.std(dim=n))
attempt(lambda: x.count_nonzero(n))
# windows without entries, steps of nothing, images of no size

for count, convolve in ((1, F.conv1d), (2, F.conv2d), (3, F.conv3d)):
    ones, image = (1,) * count, torch.ones(1, 1, *(4,) * count)
    attempt(lambda: convolve(image, torch.ones(1, 1, 0, *ones[1:])))
    attempt(lambda: convolve(image, torch.ones(1, 1, *ones), dilation=0))
    attempt(lambda: convolve(image, torch.ones(1, 1, 0, *ones[1:]), dilation=2))
for transposed in (F.conv_transpose1d, F.conv_transpose2d):
    image = torch.ones(1, 1, 4) if transposed is F.conv_transpose1d else x
    attempt(lambda: transposed(image, image[..., :0]))
    attempt(lambda: transposed(image, image[..., :1], dilation=0))
attempt(lambda: F.interpolate(x, scale_factor=-1))
attempt(lambda: F.interpolate(x, size=(-1, 2), mode="bilinear"))
print(nn.Conv2d(1, 1, 0).weight.shape, nn.MaxPool2d(np.int64(2))(x).shape)
torch.manual_seed(0)
print(nn.Dropout(torch.tensor(0.5))(torch.ones(4)))
