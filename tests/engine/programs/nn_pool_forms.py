# pools with padding, dilation, ceil_mode, indices; unpooling
import torch
from torch import nn
import torch.nn.functional as F

x = torch.tensor([[[1.0, 3.0, 2.0, 5.0, 4.0, 0.0, 7.0]]], requires_grad=True)
for pool in (
    nn.MaxPool1d(2),
    nn.MaxPool1d(3, stride=1),
    nn.MaxPool1d(3, 2, padding=1),
    nn.MaxPool1d(2, ceil_mode=True),
    nn.MaxPool1d(2, dilation=2),
    nn.AvgPool1d(2),
    nn.AvgPool1d(3, 2, padding=1),
    nn.AvgPool1d(3, 2, padding=1, count_include_pad=False),
    nn.AvgPool1d(2, ceil_mode=True),
    nn.LPPool1d(2, 3),
    nn.AdaptiveAvgPool1d(3),
    nn.AdaptiveMaxPool1d(2),
):
    x.grad = None
    y = pool(x)
    y.sum().backward()
    print(pool, y, x.grad)
image = torch.arange(16.0).reshape(1, 1, 4, 4)
pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
values, indices = pool(image)
print(values, indices, unpool, unpool(values, indices))
print(nn.AdaptiveAvgPool2d((1, None))(image), nn.AdaptiveMaxPool2d(3)(image))
print(nn.LPPool2d(1, 2)(image), F.avg_pool2d(image, 2, divisor_override=1))
print(nn.AvgPool2d((2, 1), stride=1), nn.AdaptiveAvgPool2d((2, None)), nn.LPPool2d(2, 3, stride=2))
print(F.max_pool3d(torch.arange(8.0).reshape(1, 1, 2, 2, 2), 2), nn.MaxPool3d(2), nn.AvgPool3d(2))
try:
    nn.MaxPool2d(3, padding=2)(image)
except RuntimeError as error:
    print(error)
line, square = torch.ones(1, 4), torch.ones(1, 4, 4)
for attempt in (
    lambda: F.max_pool1d(line, 5), lambda: F.max_pool1d(line, 2, padding=2),
    lambda: F.max_pool1d(line, 0), lambda: F.max_pool1d(line[0], 2),
    lambda: F.avg_pool1d(line, 5), lambda: F.avg_pool1d(line[0], 2),
    lambda: F.avg_pool2d(line, 2), lambda: F.avg_pool2d(square, 5),
    lambda: F.avg_pool2d(square[None, None], 2), lambda: F.avg_pool3d(square[None], 5),
    lambda: F.max_pool2d(square, (2, 2, 2)), lambda: F.max_pool2d(square, 2, dilation=0),
    lambda: F.max_pool2d(square[:0], 2), lambda: F.adaptive_avg_pool1d(line[0], 2),
    lambda: F.adaptive_avg_pool2d(line, 2), lambda: F.adaptive_avg_pool2d(line, 1),
    lambda: F.adaptive_avg_pool2d(square, (2, 2, 2)), lambda: F.adaptive_avg_pool2d(square, -1),
    lambda: F.adaptive_max_pool1d(line[0], 2), lambda: F.adaptive_max_pool2d(line, 2),
    lambda: F.adaptive_max_pool2d(square[:, :0], 2),
    lambda: F.max_unpool1d(torch.tensor([[1.0, 2.0]]), torch.tensor([[0, 0]]), 1),
    lambda: F.max_unpool2d(square, torch.full((1, 4, 4), 99), 1),
    lambda: F.max_unpool2d(square, torch.zeros(1, 4, 4), 1),
    lambda: F.max_pool2d(torch.ones(0, 1, 4, 4), 2).shape,
):
    try:
        print(attempt())
    except (RuntimeError, IndexError, ValueError) as error:
        print(type(error).__name__, error)
for size in (-1.5, (1.5, 2), True, torch.ones(2)):
    try:
        F.adaptive_avg_pool2d(torch.ones(1, 3, 3), size)
    except TypeError as error:
        print(error)

# whole numbers towards 0, parts of none, shares and shrinking out of bounds
print(F.avg_pool2d(torch.arange(-8, 8).view(1, 4, 4), 2))
print(F.adaptive_avg_pool2d(torch.ones(1, 2, 5, 5), (0, 2)))
for wrong in (
    lambda: F.softshrink(torch.ones(2), -1),
    lambda: F.fractional_max_pool2d(torch.ones(1, 1, 6, 6), 2, output_ratio=0.5),
    lambda: F.affine_grid(torch.eye(2, 3)[None], (2, 1, 2, 2), align_corners=False),
    lambda: F.embedding(torch.tensor([0]), torch.ones(3, 2), padding_idx=4),
):
    try:
        wrong()
    except (RuntimeError, TypeError, AssertionError) as error:
        print(error)
for size in ((2, 4), (1, 2, 4)):  # a signal without a batch: its own kernel writes in place
    for wants in (False, True):
        x = torch.ones(size, requires_grad=wants)
        print(F.max_pool1d(x, 2)._version, nn.MaxPool1d(2)(x.detach())._version)
print(F.max_pool1d(torch.ones(1, 4, dtype=torch.long), 2, return_indices=True)[0])

# without entries: which dimension torch names, and batches of nothing
for shape in (1, 1, 0, 2), (1, 0, 2, 2), (0, 1, 2, 2), (0, 1, 2), (1, 0, 2), (1, 1, 2, 2, 0):
    x = torch.ones(shape, requires_grad=True)
    for pool in (F.max_pool3d, F.avg_pool3d, F.adaptive_max_pool1d, F.adaptive_max_pool2d,
                 F.adaptive_max_pool3d):
        try:
            made = pool(x, 1)
            print(made, torch.autograd.grad(made.sum(), x))
        except RuntimeError as error:
            print(error)
