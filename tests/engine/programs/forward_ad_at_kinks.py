# Tangents where a derivative is masked, and through norms, cumulative sums and convolutions' words
import torch
import torch.nn.functional as F
from torch.func import grad, hessian, jacfwd, jvp

ones = torch.ones(3)
along = torch.tensor([1.0, -1.0, 0.0])
for function in (torch.std, lambda x: torch.std(x, 0, keepdim=True), lambda x: torch.std_mean(x)[0],
                 lambda x: torch.sinc(x - 1), lambda x: (x - 1) ** (x - 1), F.hardsigmoid):
    print(jvp(function, (ones,), (along,)))
x = torch.arange(4.0)
for weights in (torch.ones(4), torch.tensor([0.0, 1.0, -1.0, 0.0]), torch.zeros(4)):
    def weighted(a):
        return (a.logcumsumexp(0) * weights).sum()
    print(jvp(grad(weighted), (x,), (torch.tensor([1.0, 0.0, 0.0, 2.0]),))[1], hessian(weighted)(x))
print(jacfwd(lambda a: a.logcumsumexp(0))(torch.tensor([-3.0, 0.0, 3.0])))
x, w, b = torch.arange(12.0).reshape(2, 2, 3) ** 2, torch.full((3,), 2.0), ones
print(jvp(lambda w, b: F.layer_norm(x, (3,), w, b), (w, b), (along, ones))[1])
print(jvp(lambda x, w: F.layer_norm(x, (3,), w), (x, w), (torch.ones_like(x) * along, along))[1])
print(hessian(lambda w: (F.layer_norm(x, (3,), w) ** 2).sum())(w))
print(jvp(lambda a: torch.diff(a, n=0), (along,), (ones,)))
for function in (F.elu, F.selu, F.celu, lambda a: F.elu(a, inplace=False)):
    a = torch.tensor([0.0, 1.0, -1.0], requires_grad=True)
    slope, = torch.autograd.grad(function(a).sum(), a, create_graph=True)
    print(torch.autograd.grad(slope.sum(), a))
    print(jacfwd(grad(lambda a: function(a).sum()))(a.detach()))
try:
    jacfwd(grad(lambda a: F.hardsigmoid(a).sum()))(along)
except NotImplementedError as error:
    print(error)
print(along.unsqueeze(1).expand(3, 2, implicit=True))
for n, m in ((0, 2), (1, 3), (4, 3)):
    try:
        torch.convolution(torch.ones((2,) * n), torch.ones((2,) * m), None, [1], [0], [1], False,
                          [0], 1)
    except RuntimeError as error:
        print(error)

# where torch's formulas of tangents choose otherwise than those of gradients
x = torch.tensor([0.0, -0.0, 1.0, -1.0, 0.5])
for function in (
    lambda x: torch.nn.functional.prelu(x, torch.tensor([0.25])),
    lambda x: torch.fmax(x, torch.zeros(5)), lambda x: torch.fmax(torch.zeros(5), x),
    lambda x: torch.fmin(x, torch.zeros(5)), lambda x: torch.atan2(x, torch.zeros(5)),
    lambda x: torch.logit(x, eps=0.25), torch.logit,
    lambda x: torch.stack([torch.linalg.vector_norm(each.view(1), 3) for each in x]),
):
    print(torch.func.jvp(function, (x,), (torch.ones(5),))[1])
    squares = torch.func.grad(lambda x: (function(x) ** 2).sum())
    print(squares(x), torch.func.jvp(squares, (x,), (torch.ones(5),))[1])
    a = x.clone().requires_grad_()
    (slope,) = torch.autograd.grad((function(a) ** 2).sum(), a, create_graph=True)
    print(torch.autograd.grad(slope.sum(), a)[0])
ties = torch.tensor([1.0, 3.0, 3.0, 2.0])
for name in ("max", "min", "median", "nanmedian", "amax"):  # of which nothing is warned
    def power(x):
        return getattr(torch, name)(x) ** 2
    print(name, torch.func.grad(power)(ties), torch.func.hessian(power)(ties))
