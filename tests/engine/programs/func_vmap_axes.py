# vmap: in_dims, out_dims, nesting, and what it cannot do
import torch
from torch.func import vmap

a = torch.arange(6.0).reshape(2, 3)
b = torch.arange(3.0)
print(vmap(torch.dot, in_dims=(0, None))(a, b))
print(vmap(torch.mul, in_dims=(1, 0))(a, b).shape)
print(vmap(lambda r: r * 2, in_dims=1, out_dims=1)(a))
print(vmap(vmap(lambda t: t * t))(a))
print(vmap(lambda r: (r.sum(), r.max()))(a))
print(vmap(lambda r, s: r @ s)(a, a))
print(vmap(torch.outer)(a, a).shape)
print(vmap(lambda d: d["x"] + d["y"])({"x": a, "y": a}))
for bad in (lambda: vmap(torch.sin, in_dims=2)(a),
            lambda: vmap(torch.sin)(torch.tensor(1.0))):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error)[:120])
