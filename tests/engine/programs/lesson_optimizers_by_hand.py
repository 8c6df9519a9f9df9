# momentum, RMSProp and Adam written out, beside torch.optim
import torch

target = torch.tensor([1.0, -2.0])


def momentum(p, g, s, t):
    s["v"] = 0.9 * s.get("v", 0) + g
    return p - 0.1 * s["v"]


def rmsprop(p, g, s, t):
    s["v"] = 0.99 * s.get("v", 0) + 0.01 * g**2
    return p - 0.1 * g / (s["v"].sqrt() + 1e-8)


def adam(p, g, s, t):
    s["m"] = 0.9 * s.get("m", 0) + 0.1 * g
    s["v"] = 0.999 * s.get("v", 0) + 0.001 * g**2
    m, v = s["m"] / (1 - 0.9**t), s["v"] / (1 - 0.999**t)
    return p - 0.1 * m / (v.sqrt() + 1e-8)


for rule, kind, more in (
    (momentum, torch.optim.SGD, {"momentum": 0.9}),
    (rmsprop, torch.optim.RMSprop, {}),
    (adam, torch.optim.Adam, {}),
):
    p, state, q = torch.zeros(2), {}, torch.zeros(2, requires_grad=True)
    optimizer = kind([q], lr=0.1, **more)
    for t in range(1, 6):
        p = rule(p, 2 * (p - target), state, t)
        optimizer.zero_grad()
        (q - target).pow(2).sum().backward()
        optimizer.step()
    print(rule.__name__, p, q, torch.allclose(p, q.detach(), atol=1e-5))
    print(optimizer.state[q].keys())
