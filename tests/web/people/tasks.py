import torch
import torch.nn as nn

torch.manual_seed(13)
results = []


class Encoder(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.gates = nn.ParameterDict({"first": nn.Parameter(torch.ones(1))})

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i == 0:
                x = x * self.gates["first"]
        return x


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x * 2
        return y

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        grad = g * 2
        return grad


def hook(grad):
    size = grad.abs().max().item()
    results.append(round(size, 2))
    return grad * 0.5


def two_views(t):
    view = t.view(-1)
    view[0] = 5.0
    t[1] += 1
    return view


net = Encoder([2, 3, 1])
handle = net.layers[0].weight.register_hook(hook)
out = net(Double.apply(torch.ones(1, 2, requires_grad=True)))
out.sum().backward()
handle.remove()
base = torch.zeros(3)
view = two_views(base)
weights = {name: p.shape for name, p in net.named_parameters()}
biggest = max(weights.items(), key=lambda item: item[1].numel())
state = net.state_dict()
other = Encoder([2, 3, 1])
other.load_state_dict(state)
same = all(torch.equal(p, q) for p, q in zip(net.parameters(), other.parameters()))


async def fetch(n):
    value = n * 10
    return value


async def main():
    first = await fetch(1)
    second = await fetch(2)
    return first, second


try:
    main().send(None)
except StopIteration as stop:
    fetched = stop.value
print(results, same, fetched)
