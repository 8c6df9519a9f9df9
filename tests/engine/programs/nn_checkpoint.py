# checkpointed segments: both forms, dropout masks again, chains
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

torch.manual_seed(55)
runs = []


def f(a, scale=2):
    runs.append(1)
    return (a * scale).sin() * a


for reentrant in (False, True):
    x = torch.linspace(0, 1, 4, requires_grad=True)
    runs.clear()
    y = checkpoint(f, x, use_reentrant=reentrant)
    print(y, len(runs))
    y.sum().backward()
    print(x.grad, len(runs))
x = torch.ones(2, requires_grad=True)
print(checkpoint(f, x, scale=3, use_reentrant=False))
net = nn.Sequential(nn.Linear(2, 4), nn.Dropout(0.5), nn.Tanh(), nn.Linear(4, 1))
inputs = torch.ones(3, 2, requires_grad=True)
for reentrant in (False, True):
    net.zero_grad()
    inputs.grad = None
    torch.manual_seed(56)
    out = checkpoint(net, inputs, use_reentrant=reentrant)
    out.sum().backward()
    print(out, net[0].weight.grad, inputs.grad)
net.zero_grad()
torch.manual_seed(56)
net(inputs).sum().backward()
print(net[0].weight.grad)
chain = nn.Sequential(*[nn.Linear(2, 2) for _ in range(5)])
y = checkpoint_sequential(chain, 2, inputs, use_reentrant=False)
print(torch.equal(y, chain(inputs)))
y.sum().backward()
print(chain[0].weight.grad)
print(checkpoint(f, torch.ones(2), use_reentrant=True))
print(checkpoint(f, x).grad_fn.name())


class Product(torch.autograd.Function):  # what backward asks for twice is computed once
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[1], grad * ctx.saved_tensors[0]


u, v = torch.ones(2, requires_grad=True), torch.full((2,), 3.0, requires_grad=True)
try:
    checkpoint(Product.apply, u, v, use_reentrant=False).sum().backward()
except RuntimeError as error:
    print(type(error).__name__, error)
w = checkpoint(lambda u: (u * v).exp().sin(), u, use_reentrant=False)
print(w.grad_fn._saved_self, w.grad_fn._saved_self)
w.sum().backward(retain_graph=True)
w.sum().backward(retain_graph=True)
print(w.grad_fn._saved_self, u.grad)
try:
    checkpoint(f, u, use_reentrant=False, determinism_check="metadata")
except ValueError as error:
    print(error)
