# gradient norms by depth: sigmoid, tanh, relu, and a residual path
import torch
from torch import nn


def norms(activation, residual=False, depth=6):
    torch.manual_seed(27)
    layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(depth))
    h = torch.randn(16, 8)
    for layer in layers:
        out = activation(layer(h))
        h = h + out if residual else out
    h.sum().backward()
    return [layer.weight.grad.norm() for layer in layers]


for name, f in (("sigmoid", torch.sigmoid), ("tanh", torch.tanh), ("relu", torch.relu)):
    print(f"{name:8}", *(f"{n:10.3e}" for n in norms(f)))
    print(f"{'  + skip':8}", *(f"{n:10.3e}" for n in norms(f, residual=True)))
w = torch.tensor([0.5, 1.0, 1.5], requires_grad=True)
h = torch.ones(3)
for _ in range(20):
    h = h * w
h.sum().backward()
print(h, w.grad)
dead = nn.Linear(2, 2)
nn.init.constant_(dead.bias, -100.0)
torch.relu(dead(torch.ones(1, 2))).sum().backward()
print(dead.weight.grad, dead.bias.grad)
