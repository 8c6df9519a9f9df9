"""Checkpoints in one another and of gradients, inputs that changed, autocast, runs that differ."""
import torch
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop

x = torch.tensor(0.3, requires_grad=True)


def plain(x):
    return x.sin().exp().sin()


def taking(x):
    a, b = plain(x), plain(x)
    torch.autograd.grad(a, x), torch.autograd.grad(b, x)
    return x.sin()


def again(function):
    return lambda *args: checkpoint(function, *args, use_reentrant=False)


def slope(function):
    def run(x):
        with torch.enable_grad():
            return torch.autograd.grad(function(x), x, create_graph=True)[0]

    return run


for early in (True, False):
    for function in (plain, taking):
        with set_checkpoint_early_stop(early):
            for nested in (again(again(function)), slope(again(function)), again(slope(function)),
                           slope(again(slope(again(function)))), slope(slope(again(function))),
                           slope(again(again(slope(again(function)))))):
                print(early, function.__name__, nested(x))


def shown(run):
    try:
        print(run())
    except RuntimeError as error:
        print(type(error).__name__, str(error).partition("\n\n")[0])


def in_turns(*functions):
    left = list(functions)
    return lambda x: left.pop(0)(x)


one = torch.ones(1, requires_grad=True)
for turns in ((plain, torch.sin), (torch.sin, plain), (torch.sin, lambda x: x.sin() * one)):
    for early in (True, False):
        shown(lambda: checkpoint(in_turns(*turns), one, use_reentrant=False,
                                 early_stop=early).backward())
changed = one * 1
out = checkpoint(plain, changed, use_reentrant=False)
changed.add_(1)
shown(out.backward)
log = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: log.append(t.clone()) or t, lambda t: t):
    checkpoint(plain, one, use_reentrant=False)
print(log)
with torch.no_grad():
    print(checkpoint(plain, one, use_reentrant=False))
square = torch.full((2, 2), 0.5, requires_grad=True)
for reentrant in (True, False):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = checkpoint(lambda x, y: torch.mm(x, y).sin(), square, square, use_reentrant=reentrant)
    out.sum().backward()
    print(out, square.grad)
    square.grad = None
out = checkpoint(lambda x, *, scale: x.sin() * scale, one, scale=torch.tensor(2.0),
                 use_reentrant=False)
first, = torch.autograd.grad(out.sum(), one, create_graph=True)
print(first, torch.autograd.grad(first, one))
