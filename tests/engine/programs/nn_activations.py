# activations as modules and functions
import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([-2.0, -0.5, 0.0, 0.5, 2.0])
for layer in (
    nn.ReLU(),
    nn.Sigmoid(),
    nn.Tanh(),
    nn.LeakyReLU(0.1),
    nn.ELU(),
    nn.SELU(),
    nn.GELU(),
    nn.SiLU(),
    nn.Softplus(),
    nn.Softsign(),
    nn.Hardtanh(),
    nn.ReLU6(),
    nn.Softmax(dim=0),
    nn.LogSoftmax(dim=0),
    nn.LogSigmoid(),
    nn.Tanhshrink(),
    nn.Hardsigmoid(),
    nn.Mish(),
    nn.Softmin(dim=0),
):
    print(layer, layer(x))
print(
    F.relu(x),
    F.leaky_relu(x),
    torch.sigmoid(x),
    F.softmax(x, dim=0),
    F.log_softmax(x, dim=0),
    F.elu(x),
)
print(nn.PReLU(), nn.PReLU()(x))
