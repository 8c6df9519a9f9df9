# forward and backward hooks of modules, their order and removal
import torch
from torch import nn

torch.manual_seed(30)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
handles = [
    net[0].register_forward_pre_hook(lambda m, args: print("before", m, args)),
    net[0].register_forward_hook(lambda m, args, out: print("after", out.shape)),
    net[2].register_full_backward_hook(lambda m, gi, go: print("backward", gi, go)),
    net[2].register_full_backward_pre_hook(lambda m, go: print("backward pre", go)),
    net.register_forward_hook(lambda m, args, out: out * 2),
]
y = net(torch.ones(1, 2))
print(y)
y.backward()
print(net[0].weight.grad)
for handle in handles:
    handle.remove()
print(net(torch.ones(1, 2)))
seen = {}


def keep(name):
    def hook(module, inputs, output):
        seen[name] = output.detach()

    return hook


for name, module in net.named_modules():
    module.register_forward_hook(keep(name))
net(torch.zeros(1, 2))
print(seen)
doubled = net[0].register_forward_pre_hook(lambda m, args: (args[0] * 2,))
print(net[0](torch.ones(1, 2)))
doubled.remove()
kw = net[1].register_forward_pre_hook(lambda m, args, kwargs: print(args, kwargs), with_kwargs=True)
net[1](input=torch.ones(1))
