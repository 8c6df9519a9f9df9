# hooks on all modules at once, and one hook for several gradients
import torch
from torch import nn
from torch.autograd.graph import register_multi_grad_hook
from torch.nn.modules.module import (
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
)

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())


def before(module, args):
    print("before", type(module).__name__, len(args))


def after(module, args, output):
    print("after", type(module).__name__, output.shape)


def back(module, grad_input, grad_output):
    print("back", type(module).__name__, grad_output[0].shape)


handles = [
    register_module_forward_pre_hook(before),
    register_module_forward_hook(after),
    register_module_full_backward_hook(back),
]
net(torch.ones(1, 2)).sum().backward()
for handle in handles:
    handle.remove()
net(torch.ones(1, 2))

a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
c, d = a * b, a * b


def arrived(grads):
    print([grad is not None for grad in grads])


handle = register_multi_grad_hook((a, b, c, d), arrived)
c.sum().backward(retain_graph=True)
c.sum().backward(inputs=(a,), retain_graph=True)
(c + d).sum().backward()
handle.remove()
first = register_multi_grad_hook((a, b), lambda grad: print("first", grad), mode="any")
(a * 2).sum().backward()
(b * a).sum().backward()
