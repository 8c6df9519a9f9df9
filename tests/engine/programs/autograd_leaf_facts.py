# leaf, grad_fn, requires_grad, is_leaf for every kind of tensor
import torch

w = torch.rand(2, requires_grad=True)
rows = {
    "user": torch.ones(2),
    "wants grad": w,
    "op": w * 2,
    "detached": (w * 2).detach(),
    "no_grad": torch.no_grad()(lambda: w * 2)(),
    "cast": w.double(),
    "same cast": w.float(),
    "int": torch.arange(3),
    "moved": w.to("cpu"),
    "parameter": torch.nn.Parameter(torch.ones(1)),
    "view": w[0],
    "cloned": w.clone(),
    "ones_like": torch.ones_like(w),
    "requires later": torch.ones(2).requires_grad_(),
}
for name, t in rows.items():
    print(f"{name:15} {t.is_leaf!s:6} {t.requires_grad!s:6} {type(t.grad_fn).__name__}")
