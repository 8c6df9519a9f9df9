# Fold, Unfold, PixelShuffle, ChannelShuffle, Flatten, Unflatten
import torch
from torch import nn
import torch.nn.functional as F

image = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
unfold, fold = nn.Unfold(2, stride=2), nn.Fold((4, 4), 2, stride=2)
columns = unfold(image)
print(unfold, columns, fold, torch.equal(fold(columns), image))
columns.pow(2).sum().backward()
print(image.grad)
print(F.fold(F.unfold(image, 3, padding=1), (4, 4), 3, padding=1))
print(F.unfold(image, (2, 3), dilation=(1, 1), stride=(2, 1)).shape)
x = torch.arange(8.0).reshape(1, 4, 1, 2)
print(nn.PixelShuffle(2), nn.PixelShuffle(2)(x), nn.PixelUnshuffle(2)(nn.PixelShuffle(2)(x)).shape)
print(nn.ChannelShuffle(2), nn.ChannelShuffle(2)(x))
print(nn.Flatten(), nn.Flatten(0)(x), nn.Flatten(1, 2)(x).shape)
print(nn.Unflatten(1, (2, 2)), nn.Unflatten(1, (2, 2))(x).shape, nn.Unflatten(1, (-1, 2))(x).shape)
kernel = torch.ones(1, 1, 2, 2)
by_hand = F.unfold(image, 2).transpose(1, 2).matmul(kernel.view(1, -1).t()).transpose(1, 2)
print(torch.equal(by_hand.view(1, 1, 3, 3), F.conv2d(image, kernel)))
try:
    nn.PixelShuffle(3)(x)
except RuntimeError as error:
    print(error)
image = torch.arange(16.0).view(1, 1, 4, 4).requires_grad_()
columns = F.unfold(image[0], (2, 3), stride=2)
print(columns, columns.grad_fn, F.fold(columns, (4, 4), (2, 3), stride=2).grad_fn)
print(F.fold(torch.ones(0, 4, 4), (3, 3), 2).shape)
for attempt in (
    lambda: F.unfold(image, 5), lambda: F.unfold(image, 0), lambda: F.unfold(image, 2, padding=-1),
    lambda: F.unfold(image, 2, stride=0), lambda: F.unfold(image, (2, 2, 2)),
    lambda: F.unfold(image[None], 2), lambda: F.unfold(image[0, 0], 2),
    lambda: F.fold(torch.ones(1, 3, 4), (3, 3), 2), lambda: F.fold(torch.ones(1, 4, 3), (3, 3), 2),
    lambda: F.fold(torch.ones(4), (3, 3), 2), lambda: F.fold(torch.ones(4, 0), (3, 3), 2),
    lambda: F.fold(torch.ones(4, 12), (4, 5), 2, dilation=8),
):
    try:
        print(attempt())
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)
for image in (torch.tensor(1.0), torch.ones(3), torch.ones(3, requires_grad=True)):
    try:
        F.unfold(image, 1)
    except IndexError as error:
        print(error)
