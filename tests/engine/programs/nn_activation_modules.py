# every activation module: repr, values, gradients
import torch
from torch import nn

x = torch.tensor([-2.5, -1.0, -0.25, 0.0, 0.25, 1.0, 3.5])
for layer in (
    nn.ReLU(),
    nn.ReLU(inplace=True),
    nn.ReLU6(),
    nn.LeakyReLU(),
    nn.LeakyReLU(0.2),
    nn.PReLU(),
    nn.ELU(),
    nn.ELU(alpha=0.5),
    nn.SELU(),
    nn.CELU(alpha=2.0),
    nn.GELU(),
    nn.GELU(approximate="tanh"),
    nn.SiLU(),
    nn.Mish(),
    nn.Sigmoid(),
    nn.Tanh(),
    nn.Softplus(),
    nn.Softplus(beta=2, threshold=1),
    nn.Softsign(),
    nn.Hardshrink(),
    nn.Tanhshrink(),
    nn.Hardtanh(),
    nn.Hardtanh(-2, 2),
    nn.Hardsigmoid(),
    nn.Hardswish(),
    nn.LogSigmoid(),
    nn.Threshold(0.1, 20),
    nn.RReLU(),
):
    layer.eval()
    leaf = x.clone().requires_grad_()
    y = layer(leaf * 1)
    y.sum().backward()
    print(layer, y.detach(), y.grad_fn.name(), leaf.grad)
m = torch.arange(6.0).reshape(2, 3)
for layer in (nn.Softmax(dim=1), nn.LogSoftmax(dim=0), nn.Softmin(dim=1), nn.GLU(dim=0)):
    print(layer, layer(m))
print(nn.Softmax2d(), nn.Softmax2d()(torch.arange(8.0).reshape(1, 2, 2, 2)))
prelu = nn.PReLU(2, init=0.1)
y = prelu(torch.tensor([[-1.0, -2.0], [3.0, -4.0]]))
y.sum().backward()
print(prelu, y, prelu.weight.grad)
