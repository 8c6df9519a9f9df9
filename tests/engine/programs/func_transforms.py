# torch.func: grad, vjp, jvp, jacrev, jacfwd, hessian, vmap
import torch
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp, vmap

x = torch.tensor([1.0, 2.0, 3.0])
print(grad(lambda v: (v**2).sum())(x))
print(grad(grad(torch.sin))(torch.tensor(0.5)))
print(jacrev(lambda v: v**2)(x))
print(jacfwd(torch.sin)(x))
print(hessian(lambda v: (v**3).sum())(x))
out, pullback = vjp(torch.exp, x)
print(out, pullback(torch.ones(3)))
print(jvp(lambda v: v * v, (x,), (torch.ones(3),)))
print(vmap(lambda v: v.sum())(torch.arange(6.0).reshape(2, 3)))
print(vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3)))
print(vmap(grad(lambda v: v**2))(x))
energy = lambda q, v: v[0] ** 2 * v[1] + v[1] ** 2 * torch.cos(q[0])  # noqa: E731
place, speed = torch.tensor([1.0, 2.0]), torch.tensor([0.5, 1.0])
print(jacrev(grad(energy, 1), 0)(place, speed) @ speed, hessian(energy, 1)(place, speed))
