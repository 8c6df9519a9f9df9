# subgradients where a function has a corner
import torch

x = torch.tensor([-1.0, -0.0, 0.0, 1.0, 2.0])


def slopes(name, f):
    t = x.clone().requires_grad_()
    f(t).sum().backward()
    print(name, t.grad)


slopes("relu", torch.relu)
slopes("abs", torch.abs)
slopes("sign", torch.sign)
slopes("clamp", lambda t: t.clamp(0, 1))
slopes("clamp min", lambda t: t.clamp(min=0))
slopes("maximum", lambda t: torch.maximum(t, torch.zeros(5)))
slopes("max number", lambda t: torch.max(t, torch.tensor(1.0)))
slopes("sqrt", lambda t: (t * t).sqrt())
slopes("norm", lambda t: (t - t).norm())
slopes("leaky", lambda t: torch.nn.functional.leaky_relu(t, 0.1))
slopes("hardtanh", torch.nn.functional.hardtanh)
slopes("elu", torch.nn.functional.elu)
slopes("round", torch.round)
slopes("floor", torch.floor)
slopes("fmod", lambda t: torch.fmod(t, 1.0))
slopes("pow", lambda t: t**0)
slopes("xlogy", lambda t: torch.xlogy(t, torch.ones(5) * 2))
slopes("sort", lambda t: t.sort().values * torch.arange(5.0))
slopes("max", lambda t: torch.cat([t, t]).max())
slopes("amax", lambda t: torch.cat([t, t]).amax())
slopes("median", lambda t: t.median())
slopes("where", lambda t: torch.where(t > 0, t, t * 2))
# zeros of both signs: which one is taken
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    for count in (3, 19):
        a = torch.zeros(count, dtype=dtype)
        print(torch.signbit(torch.maximum(a, -a)).int(), torch.signbit(torch.minimum(-a, a)).int())
F = torch.nn.functional
for function in (F.hardtanh, F.relu6, F.hardshrink, F.softshrink, F.elu, F.hardswish,
                 lambda t: F.threshold(t, 0.1, 2.0), lambda t: torch.logit(t, 0.1)):
    broken = torch.full((9,), float("nan"), requires_grad=True)
    print(torch.autograd.grad(function(broken).sum(), broken)[0][::8])

# the largest of numbers of which one is none
nan = float("nan")
for values in ([1.0, nan], [nan, nan], [float("inf"), -float("inf"), nan]):
    x = torch.tensor(values, requires_grad=True)
    for order in (float("inf"), -float("inf"), 1, 2):
        y = x.norm(order)
        print(y, torch.autograd.grad(y, x))
