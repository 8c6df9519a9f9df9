# in-place forms whose nodes torch names apart, three of them without a derivative
import torch
import torch.nn.functional as F


def shown(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


def made(name, *args):
    x = torch.tensor([1.25, 2.5], requires_grad=True)
    y = getattr(x * 0.5 if name == "arctanh_" else x * 1.5, name)(*args)
    print(y.grad_fn.name(), y.detach())
    return torch.autograd.grad(y.sum(), x)


for name in ("acosh_", "asinh_", "sinh_", "arctanh_", "lgamma_", "conj_physical_"):
    shown(lambda: made(name))
shown(lambda: made("polygamma_", 2))
z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
w = (z * 1).conj_physical_()
print(w, torch.autograd.grad((w * w).real.sum(), z))

for function in (F.elu, F.celu, F.selu):
    x = torch.tensor([-1.0, -0.0, 0.0, 1.0], dtype=torch.float64, requires_grad=True)
    slope, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    print(slope, torch.autograd.grad(slope.sum(), x))

whole = torch.tensor([1, -4, 25])
shown(lambda: whole.round(decimals=-1))
shown(lambda: whole.round(decimals=0))
shown(lambda: whole.clone().round_(decimals=2))
shown(lambda: F.threshold(whole, -4.7, 3.6))
shown(lambda: F.threshold(whole, -4.1, 3.6))
source = torch.tensor([2.0, 2.0, 2.0])
shown(lambda: whole.index_reduce(0, torch.tensor([0, 1, 1]), source, "prod"))
shown(lambda: whole.index_add(0, torch.tensor([0, 1, 1]), source))
