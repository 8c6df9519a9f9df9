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

# Without grad mode outside nothing is recorded; hooks of saved tensors are refused.
v = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    print(torch.func.grad(lambda t: (t * t).sum())(v), torch.func.jacrev(lambda t: t * t)(v))
    print(torch.func.vjp(lambda t: t * 2, v)[0], torch.func.vjp(lambda t: t * 2, v)[1](v))
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    for call in (torch.func.grad(lambda t: t.sum()), torch.func.jacrev(lambda t: t * t),
                 lambda v: torch.func.vjp(lambda t: t * 2, v), torch.func.jacfwd(lambda t: t * t)):
        try:
            print(call(v.detach()))
        except RuntimeError as error:
            print(error)
w = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
print(jvp(lambda v: v[1] * 2, (w,), (x,))[0], jvp(lambda v: (v * w)[1:], (x,), (x,))[0])
print(vmap(lambda row: jvp(lambda v: v[0], (row,), (w,))[1])(x.expand(2, 3)))
print(torch.searchsorted(torch.arange(3.0), torch.tensor([[1.0, 0.5], [2.0, 0.0]]).T))
