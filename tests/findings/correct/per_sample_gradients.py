import torch
from torch.func import functional_call, grad, vmap

torch.manual_seed(0)
net = torch.nn.Linear(3, 1)
params = {name: p.detach() for name, p in net.named_parameters()}
x, y = torch.randn(5, 3), torch.randn(5, 1)


def loss(params, x, y):
    return (functional_call(net, params, (x,)) - y).pow(2).sum()


each = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)
print({name: tuple(g.shape) for name, g in each.items()})
