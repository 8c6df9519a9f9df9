# Where memory is got or given up, a module has new parameters; else they stay the same objects.
import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 3, device="meta"), nn.BatchNorm1d(3, device="meta"))
old = list(net.parameters())
print(old, net.to_empty(device="cpu")[0].weight.shape)
print([p is q for p, q in zip(old, net.parameters())], [p.device for p in old])
print([(type(p).__name__, p.device, p.requires_grad, p.is_leaf) for p in net.parameters()])

net = nn.Linear(2, 2)
net.bias.requires_grad_(False)
net(torch.ones(1, 2)).sum().backward()
old = list(net.parameters())
print(net.to("meta") is net, [p is q for p, q in zip(old, net.parameters())])
print(net.weight, net.bias, net.weight.grad, old[0].grad, old[0].device)
print(net.double().weight.dtype, net.weight is net.float().weight)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


node = Double.apply(torch.ones(2, requires_grad=True)).grad_fn
print(type(node).__mro__[:2], isinstance(node, torch.autograd.function.BackwardCFunction))
print(torch.autograd.function.BackwardCFunction, isinstance(node, torch.autograd.graph.Node))
