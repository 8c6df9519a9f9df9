"""What a transform gives back of arguments and refuses of outputs; hooks of modules under it."""

import torch
from torch.func import grad, grad_and_value, jacrev, jvp, vjp


def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


for wants in (False, True):
    x = torch.ones(2, requires_grad=wants)
    y = x * 3
    for each in (x, y):
        _, aux = grad(lambda t: (t.sum(), t), has_aux=True)(each)
        print(aux, aux is each)
        print(grad_and_value(lambda t: (t.sum(), (t, t * 2)), has_aux=True)(each))
        out, pull = vjp(lambda t: t, each)
        print(out, out is each, pull(torch.ones(2)))
        print(jacrev(lambda t: (t * 2, t), has_aux=True)(each)[1] is each)
        out, moved = jvp(lambda t: t, (each,), (each,))
        print(out, out is each, moved)
    print(grad(lambda t: (t.sum(), t.view(1, 2)), has_aux=True)(y)[1])
    print(grad(lambda t: grad(lambda s: (s.pow(2).sum(), s), has_aux=True)(t)[1].sum())(x))

x = torch.arange(3.0)
told(lambda: jacrev(lambda t: t.long())(x))
told(lambda: vjp(lambda t: t > 0, x))
told(lambda: vjp(lambda t: (t, t.int()), x))
told(lambda: jvp(torch.sin, (x,), (2.0,)))
told(lambda: jvp(torch.sin, (2.0,), (2.0,)))
told(lambda: jvp(torch.sin, (), ()))

torch.manual_seed(0)
layer = torch.nn.Linear(3, 1)
layer.register_full_backward_hook(lambda module, grads, seeds: print("backward of the layer"))
told(lambda: grad(lambda t: layer(t).sum())(x))
told(lambda: vjp(layer, x))
with torch.no_grad():
    told(lambda: torch.func.vmap(layer)(torch.ones(2, 3)))

x = torch.ones(2, requires_grad=True)
y = x.exp()
y.sum().backward()
told(lambda: y.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t))
with torch.autograd.forward_ad.dual_level():
    told(lambda: torch.autograd.forward_ad.unpack_dual(3.0))
