# torch.func over nested structures, with aux, argnums and batched models.
import torch
from torch.func import (
    functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp,
    stack_module_state, vjp, vmap,
)

x = torch.tensor([1.0, 2.0, 3.0])
print(grad(lambda p: (p["a"] * p["b"][0]).sum())({"a": x, "b": [x * 2, "kept"][:1]}))
print(grad(lambda a, b: (a * b).sum(), argnums=(0, 1))(x, x + 1))
print(grad(lambda a: ((a**2).sum(), a * 2), has_aux=True)(x))
print(grad_and_value(lambda a: ((a**2).sum(), "no")[0])(x))
out, back, aux = vjp(lambda a: (a.sin(), a.cos()), x, has_aux=True)
print(out, back(torch.ones(3)), aux)
print(jvp(lambda a, b: a * b, (x, x), (torch.ones(3), torch.zeros(3))))
print(jacrev(lambda a: a**2)(x), jacfwd(lambda a: a**2)(x), hessian(lambda a: (a**3).sum())(x))
print(jacrev(lambda a, b: a * b, argnums=1)(x, x), jacrev(lambda a: {"y": a * 2})(x))
print(vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3)), vmap(lambda a: (a, a * 2))(x))
print(vmap(lambda a, b: a + b, in_dims=(0, None))(x, x), vmap(torch.sum, in_dims=1)(torch.eye(3)))
print(vmap(vmap(lambda a, b: a * b, (None, 0)), (0, None))(x, x), vmap(grad(torch.sin))(x))
print(vmap(lambda d: d["a"] * 2)({"a": x}), vmap(lambda a: a, out_dims=1)(torch.ones(2, 3)).shape)
print(vmap(lambda a: a * 2, chunk_size=2)(x))
torch.manual_seed(0)
models = [torch.nn.Linear(3, 1) for _ in range(2)]
params, buffers = stack_module_state(models)
print({k: v.shape for k, v in params.items()}, buffers)
together = vmap(lambda p, b, a: functional_call(models[0], (p, b), a), (0, 0, None))
print(together(params, buffers, x).detach())
for wrong in (
    lambda: grad(lambda a: a)(x), lambda: grad(torch.sum)(torch.tensor([1, 2])),
    lambda: grad(lambda a: 3.0)(x), lambda: grad(torch.sum, argnums=2)(x),
    lambda: vmap(torch.dot)(torch.ones(2, 3), torch.ones(3, 3)), lambda: vmap(lambda: 1)(),
    lambda: vmap(lambda a: "s")(x), lambda: vmap(torch.sin, in_dims=2)(x),
    lambda: vmap(torch.sin)(3.0), lambda: vmap(torch.add, in_dims=(0,))(x, x),
    lambda: jvp(torch.sin, x, x), lambda: vmap(torch.sin, in_dims=None)(x),
    lambda: vmap(torch.sin)(torch.tensor(1.0)), lambda: vmap(torch.sin, randomness="some")(x),
    lambda: functional_call(models[0], {"no": x}, x, strict=True),
):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
