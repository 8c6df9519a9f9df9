# weight norm and spectral norm, old and new; orthogonal weights; fused norms
import torch
from torch import nn
from torch.nn.utils import (
    fuse_conv_bn_eval,
    fuse_linear_bn_eval,
    parametrizations,
    remove_spectral_norm,
    remove_weight_norm,
    spectral_norm,
    weight_norm,
)

torch.manual_seed(51)
layer = weight_norm(nn.Linear(3, 2))
print(layer, [(n, tuple(p.shape)) for n, p in layer.named_parameters()])
y = layer(torch.ones(1, 3))
print(y, layer.weight, layer.weight.grad_fn.name())
y.sum().backward()
print(layer.weight_g.grad, layer.weight_v.grad)
print(remove_weight_norm(layer), layer.weight)
new = parametrizations.weight_norm(nn.Conv1d(2, 2, 2))
print(new, list(new.state_dict()))
new(torch.ones(1, 2, 4)).sum().backward()
print(new.parametrizations.weight.original0.grad, new.weight)
print(parametrizations.weight_norm(nn.Linear(3, 2), dim=None).parametrizations.weight.original0)
print(torch.norm_except_dim(torch.arange(6.0).view(2, 3), 2, 1))
torch.manual_seed(52)
old = spectral_norm(nn.Linear(3, 4))
print(old, [n for n, _ in old.named_buffers()], [n for n, _ in old.named_parameters()])
for _ in range(20):
    y = old(torch.ones(1, 3))
y.sum().backward()
print(torch.linalg.matrix_norm(old.weight, 2).round(decimals=3), old.weight_orig.grad)
print(remove_spectral_norm(old), old.weight)
torch.manual_seed(53)
sn = parametrizations.spectral_norm(nn.Linear(3, 4), n_power_iterations=5)
print(sn, sn.weight, list(sn.state_dict()))
sn.eval()
print(torch.equal(sn.weight, sn.weight), torch.linalg.svdvals(sn.weight)[0].round(decimals=3))
torch.manual_seed(54)
orth = parametrizations.orthogonal(nn.Linear(3, 3))
print(orth, torch.dist(orth.weight.T @ orth.weight, torch.eye(3)) < 1e-5, orth.weight)
tall = parametrizations.orthogonal(nn.Linear(2, 4))
print((tall.weight.T @ tall.weight - torch.eye(2)).abs().max() < 1e-5)
cayley = parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map="cayley")
cayley(torch.ones(1, 2)).pow(2).sum().backward()
print(cayley.weight, cayley.parametrizations.weight.original.grad.shape)
conv, bn = nn.Conv2d(1, 2, 2).eval(), nn.BatchNorm2d(2).eval()
bn.running_mean.fill_(0.5)
x = torch.rand(1, 1, 3, 3)
print(torch.allclose(fuse_conv_bn_eval(conv, bn)(x), bn(conv(x)), atol=1e-6))
line, bn1 = nn.Linear(2, 3).eval(), nn.BatchNorm1d(3).eval()
print(torch.allclose(fuse_linear_bn_eval(line, bn1)(torch.ones(4, 2)), bn1(line(torch.ones(4, 2)))))
for call in (
    lambda: remove_weight_norm(nn.Linear(1, 1)),
    lambda: weight_norm(weight_norm(nn.Linear(1, 1))),
    lambda: parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map="x"),
):
    try:
        call()
    except (ValueError, RuntimeError) as error:
        print(error)

# A negative dimension is counted from the end, but -1 takes the norm of all
for dim in (-2, -1, 1, 5):
    try:
        scaled = torch.nn.utils.weight_norm(torch.nn.Linear(2, 3), dim=dim)
        print(scaled.weight_g.shape, scaled.weight.grad_fn.name())
    except IndexError as error:
        print(error)
