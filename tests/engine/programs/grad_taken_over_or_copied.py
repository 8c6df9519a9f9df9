# A `.grad` is what came, where nobody else holds it, or a copy, which has been written once.
import torch


def fresh(*shape):
    return torch.arange(1.0, 1 + torch.zeros(shape).numel()).reshape(shape).requires_grad_()


def show(leaf):
    print(leaf.grad, leaf.grad._version)


w = fresh(2)
for _ in range(3):
    (w**2).sum().backward()
    show(w)
for use in (
    lambda w: w.sum(), lambda w: w.exp().sum(), lambda w: (w.view(2) * 2).sum(),
    lambda w: (w + 1).pow(2).sum(), lambda w: ((w + 1) + 2).exp().sum(), lambda w: w[0] * 3,
    lambda w: (w * torch.ones(3, 2)).sum(), lambda w: (w * 2).relu().sum(),
    lambda w: torch.cat([w, torch.ones(1)]).pow(2).sum(), lambda w: (w - w.detach()).abs().sum(),
):
    w = fresh(2)
    use(w).backward()
    show(w)
w = fresh(2)
seed = torch.ones(2)
w.backward(seed)
seed.add_(1)
show(w)
w, b = fresh(), fresh()
(w * 3 + b).backward()
show(w), show(b)
w = fresh(2)
w.register_hook(lambda grad: grad * 1)
(w * 2).sum().backward()
show(w)
layer = torch.nn.Linear(2, 2)
layer(torch.ones(3, 2)).sum().backward()
show(layer.weight), show(layer.bias)
w = fresh(5, 7)
(w**2).sum().backward()
show(w)
