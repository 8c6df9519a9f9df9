# pooling
import torch
import torch.nn.functional as F
from torch import nn

x = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
print(nn.MaxPool2d(2), nn.MaxPool2d(2)(x), nn.AvgPool2d(2)(x), F.max_pool2d(x, 3, stride=1))
print(
    nn.AdaptiveAvgPool2d(1)(x), nn.AdaptiveMaxPool2d((2, 1))(x), F.avg_pool2d(x, 2, padding=1).shape
)
F.max_pool2d(x, 2).sum().backward()
print(x.grad)
print(
    nn.MaxPool1d(2)(torch.arange(4.0).reshape(1, 1, 4)), nn.MaxPool2d(2, return_indices=True)(x)[1]
)
