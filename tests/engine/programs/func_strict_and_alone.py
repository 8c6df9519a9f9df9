# outputs that depend on nothing, Jacobians row by row without slices, gradients kept inside
import torch
from torch.func import grad, jacrev, jvp, vmap


def shown(ask):
    try:
        print(ask())
    except RuntimeError as error:
        print(error)


one = torch.ones(2)
for strict in (False, True):
    shown(lambda: jvp(lambda x: (x * 1, one), (one,), (one,), strict=strict))
    shown(lambda: jvp(lambda x: x.sin(), (one,), (one,), strict=strict))


class Seen(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        pass

    @staticmethod
    def backward(ctx, grad):
        print(grad.nonzero().tolist())
        return grad * 2


for chunk_size in (1, 2):
    shown(lambda: jacrev(Seen.apply, chunk_size=chunk_size)(one))
print(jacrev(lambda x: (x.sum(), x**2), chunk_size=1)(torch.arange(2.0)))


def kept(x):
    y = x.sin()
    y.retain_grad()
    return y.sum()


shown(lambda: grad(kept)(one))
shown(lambda: jvp(kept, (one,), (one,)))
shown(lambda: vmap(kept)(torch.ones(2, 3)))
shown(lambda: vmap(grad(kept))(torch.ones(2, 3)))
