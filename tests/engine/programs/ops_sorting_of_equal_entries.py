"""Where equal entries stand after a sort that need not keep their order, and one that must."""
import torch

torch.manual_seed(0)
for count in (16, 17, 40):
    for most in (3, 20):
        x = torch.randint(0, most, (count,))
        for y in (x, x.to(torch.bfloat16)):
            print(y.sort()[1], y.argsort(descending=True), y.sort(stable=True)[1])
            print(y.argsort(stable=True), torch.sort(y, stable=False)[1], y.mode())
x = torch.randint(0, 5, (20, 30))
for dim in (0, 1):
    print(x.sort(dim)[1], x.t().argsort(dim), x.mode(dim))
y = torch.randn(60)
y[::7], y[1::5], y[2::9] = float("nan"), 0.0, -0.0
print(y.sort(), y.sort(descending=True), y.msort())
z = torch.randint(0, 4, (20,)).float().requires_grad_()
for values in (z.sort()[0], z.sort(stable=True)[0], z.sort(stable=False)[0], z.mode()[0]):
    z.grad = None
    (values * torch.arange(20.)).sum().backward()
    print(z.grad, values.grad_fn)
print(torch.vmap(torch.argsort)(x[:3]))
big = torch.randint(0, 9, (33000,))
print(big.sort()[1].sum(), (big.sort()[1] * torch.arange(33000)).sum(),
      (big.argsort(descending=True) * torch.arange(33000)).sum())
for values in ([1, 1, 0.5, float("nan"), 0.5], [float("nan"), 1, 0.5, float("nan"), 0.5]):
    for kind in (torch.bfloat16, torch.half, torch.float32):
        print(torch.tensor(values, dtype=kind).unique(return_inverse=True, return_counts=True))
try:
    torch.logaddexp2(torch.tensor([1j]), torch.tensor([2j]))
except NotImplementedError as error:
    print(error)
