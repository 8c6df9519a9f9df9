# torch.special against its twins, with gradients
import torch

x = torch.tensor([0.1, 0.5, 0.9, 1.5], requires_grad=True)
for name in (
    "erf",
    "erfc",
    "expit",
    "exp2",
    "expm1",
    "log1p",
    "gammaln",
    "digamma",
    "psi",
    "sinc",
    "i0",
    "i1",
    "entr",
    "ndtr",
):
    x.grad = None
    y = getattr(torch.special, name)(x)
    y.sum().backward()
    print(name, y, x.grad)
p = torch.tensor([0.1, 0.5, 0.8])
print(
    torch.special.logit(p), torch.special.erfinv(p), torch.special.ndtri(p), torch.logit(p, eps=0.2)
)
print(torch.special.polygamma(1, x), torch.polygamma(2, x), torch.special.xlogy(x, x))
for n in (-1, 0):
    try:
        print(torch.polygamma(n, x), x.polygamma(n))
    except RuntimeError as error:
        print(error)
print(torch.special.xlog1py(x, x), torch.special.logsumexp(x, 0), torch.special.softmax(x, 0))
print(
    torch.special.log_softmax(x, 0), torch.special.round(x), torch.lgamma(torch.tensor([0.0, -1.5]))
)
small = torch.tensor([0.0, 1e-30, -1e-23, 0.5], requires_grad=True)
torch.sinc(small).sum().backward()
print(small.grad)
