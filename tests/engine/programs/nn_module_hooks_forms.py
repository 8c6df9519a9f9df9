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
# what a handle takes away with its hook, outputs with names, states that hooks may not return
from collections import namedtuple

Pair = namedtuple("Pair", "twice more")


class Two(nn.Module):
    def forward(self, x):
        return Pair(x * 2, x + 1)


two = Two()
two.register_full_backward_hook(lambda m, gi, go: print(gi, go))
pair = two(torch.ones(2, requires_grad=True))
print(pair)
(pair.twice.sum() + pair.more.sum()).backward()
first = net[0]
handle = first.register_forward_hook(lambda *a: None, with_kwargs=True, always_call=True)
print(len(handle.hooks_dict_ref()), len(first._forward_hooks_with_kwargs))
handle.remove()
print(len(first._forward_hooks_with_kwargs), len(first._forward_hooks_always_called))


def emptied(module, state, prefix, metadata):
    return {}


old = nn.Linear(1, 1)
old._register_state_dict_hook(emptied)
print(old.state_dict())
old.register_state_dict_post_hook(emptied)
try:
    old.state_dict()
except RuntimeError as error:
    print(error)
try:
    old._register_state_dict_hook(emptied)
except RuntimeError as error:
    print(error)
