# normalisations by hand against the modules, in training and evaluation
import torch
from torch import nn

torch.manual_seed(100)
x = torch.randn(6, 3, 2, 2) * 2 + 1
bn = nn.BatchNorm2d(3, momentum=0.1)
out = bn(x)
mean = x.mean(dim=(0, 2, 3), keepdim=True)
var = x.var(dim=(0, 2, 3), unbiased=False, keepdim=True)
hand = (x - mean) / torch.sqrt(var + bn.eps)
print(torch.allclose(out, hand, atol=1e-5), out.mean((0, 2, 3)).abs() < 1e-6)
count = x.numel() / 3
print(
    torch.allclose(bn.running_mean, 0.1 * mean.flatten()),
    torch.allclose(bn.running_var, 0.9 + 0.1 * var.flatten() * count / (count - 1)),
)
bn.eval()
print(bn(x)[0, :, 0, 0], bn.num_batches_tracked, bn.training)
ln = nn.LayerNorm([3, 2, 2])
flat = x.flatten(1)
print(
    torch.allclose(
        ln(x).flatten(1),
        (flat - flat.mean(1, True)) / torch.sqrt(flat.var(1, unbiased=False, keepdim=True) + 1e-5),
        atol=1e-5,
    )
)
gn, inn = nn.GroupNorm(3, 3, affine=False), nn.InstanceNorm2d(3)
print(torch.allclose(gn(x), inn(x), atol=1e-5), gn(x)[0, 0])
rms = nn.RMSNorm(2, eps=1e-6)
print(torch.allclose(rms(x), x / (x.pow(2).mean(-1, True) + 1e-6).sqrt(), atol=1e-5))
bn.train()
bn.weight.data.fill_(2.0)
leaf = x.clone().requires_grad_()
(bn(leaf) ** 2).mean().backward()
print(leaf.grad.abs().max() < 1e-3, bn.weight.grad, bn.bias.grad.abs() < 1e-6)
