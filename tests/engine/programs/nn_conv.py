# convolutions
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
conv = nn.Conv2d(1, 2, 3, padding=1)
print(conv, conv.weight.shape, conv.bias)
x = torch.arange(16.0).reshape(1, 1, 4, 4)
y = conv(x)
print(y.shape, y[0, 0, 0])
y.sum().backward()
print(conv.weight.grad[0, 0], conv.bias.grad)
print(F.conv2d(x, torch.ones(1, 1, 2, 2)), F.conv2d(x, torch.ones(1, 1, 2, 2), stride=2))
print(nn.Conv1d(1, 1, 2), F.conv1d(torch.arange(5.0).reshape(1, 1, 5), torch.ones(1, 1, 2)))
print(
    nn.ConvTranspose2d(1, 1, 2, stride=2),
    F.conv_transpose2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2), stride=2),
)
print(
    nn.Conv2d(3, 16, kernel_size=5, stride=2, padding=2, groups=1, bias=False),
    nn.Conv3d(1, 1, 2).weight.shape,
)
