# functional forms against modules: the same numbers
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(88)
x, t = torch.randn(3, 4), torch.randn(3, 4)
pairs = [
    (F.relu, nn.ReLU()),
    (F.gelu, nn.GELU()),
    (F.silu, nn.SiLU()),
    (F.elu, nn.ELU()),
    (F.softplus, nn.Softplus()),
    (F.hardswish, nn.Hardswish()),
    (F.mish, nn.Mish()),
    (F.logsigmoid, nn.LogSigmoid()),
    (F.softsign, nn.Softsign()),
    (F.tanhshrink, nn.Tanhshrink()),
    (F.hardtanh, nn.Hardtanh()),
    (F.relu6, nn.ReLU6()),
    (F.selu, nn.SELU()),
    (F.celu, nn.CELU()),
    (F.hardsigmoid, nn.Hardsigmoid()),
    (F.leaky_relu, nn.LeakyReLU()),
]
print(all(torch.equal(f(x), m(x)) for f, m in pairs), F.threshold(x, 0.1, 9.0))
print(F.softmax(x, dim=0).sum(0), F.log_softmax(x, -1)[0], F.softmin(x, dim=1)[0])
print(F.glu(x), F.normalize(x, p=1, dim=0).abs().sum(0), F.cosine_similarity(x, t))
print(
    F.linear(x, torch.ones(2, 4), torch.tensor([1.0, 2.0])), F.bilinear(x, t, torch.ones(1, 4, 4))
)
torch.manual_seed(89)
print(F.gumbel_softmax(x, tau=0.5), F.gumbel_softmax(x, hard=True).sum(-1))
print(F.one_hot(torch.arange(3) % 2), F.pixel_shuffle(torch.arange(4.0).view(1, 4, 1, 1), 2))
print(F.layer_norm(x, (4,)), F.rms_norm(x, (4,))[0], F.group_norm(x.view(1, 3, 4), 3)[0, 0])
inplace = x.clone()
print(
    F.relu(inplace, inplace=True) is inplace, torch.equal(inplace, F.relu(x)), F.relu_(x.clone())[0]
)
print(F.embedding(torch.tensor([1, 0]), x), F.pad(x, (1, 0))[0], F.dropout(x, 0.0)[0])
print(F.mse_loss(x, t), F.l1_loss(x, t), F.smooth_l1_loss(x, t), F.huber_loss(x, t, delta=0.5))
try:
    F.softmax(x)
    F.gelu(x, approximate="wrong")
except RuntimeError as error:
    print(error)
