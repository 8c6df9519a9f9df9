# torch.func: grad, grad_and_value, vjp, jvp, has_aux, argnums
import torch
from torch.func import grad, grad_and_value, jacfwd, jacrev, hessian, jvp, vjp, vmap

x = torch.tensor([1.0, 2.0, 3.0])


def loss(w, b):
    return ((w * x + b) ** 2).sum()


print(grad(loss)(torch.tensor(2.0), torch.tensor(1.0)))
print(grad(loss, argnums=(0, 1))(torch.tensor(2.0), torch.tensor(1.0)))
print(grad_and_value(loss)(torch.tensor(2.0), torch.tensor(1.0)))
print(grad(lambda t: (t.sin().sum(), t * 2), has_aux=True)(x))
try:
    grad(lambda t: (t.sin().sum(), t.shape), has_aux=True)(x)
except RuntimeError as error:
    print(error)
out, pull = vjp(lambda t: t**2, x)
print(out, pull(torch.ones(3)))
print(jvp(lambda t: t**3, (x,), (torch.tensor([1.0, 0.0, 0.0]),)))
print(jacrev(lambda t: t.flip(0) * t)(x))
print(jacfwd(lambda t: torch.stack([t.sum(), t.prod()]))(x))
print(hessian(lambda t: t.prod())(x))
print(vmap(grad(torch.sin))(x), grad(grad(grad(torch.sin)))(torch.tensor(0.0)))
try:
    grad(lambda t: t * 2)(x)
except RuntimeError as error:
    print(error)
