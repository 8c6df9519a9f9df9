# cumsum, cumprod, cummax, logcumsumexp and diff, forwards and back
import torch

torch.set_default_dtype(torch.float64)
x = torch.tensor([1.0, 3.0, 2.0, 4.0], requires_grad=True)
w = torch.tensor([1.0, 10.0, 100.0, 1000.0])
for f in (
    lambda t: t.cumsum(0),
    lambda t: t.cumprod(0),
    lambda t: t.cummax(0).values,
    lambda t: t.cummin(0)[0],
    lambda t: t.logcumsumexp(0),
    lambda t: torch.cat([t.diff(), t[:1]]),
    lambda t: t.flip(0).cumsum(0).flip(0),
):
    y = f(x)
    (g,) = torch.autograd.grad((w * y).sum(), x)
    print(y, g)
with_zero = torch.tensor([2.0, 0.0, 3.0, 0.0], requires_grad=True)
with_zero.cumprod(0).sum().backward()
print(with_zero.grad)
with_zero.grad = None
with_zero.prod().backward()
print(with_zero.grad)
print(torch.cummax(torch.tensor([1, 5, 5, 2]), 0))
