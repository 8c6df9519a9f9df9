# Checkpoints, re-entrant and not: graphs, second backwards, mistakes
import torch, torch.nn as nn
from torch.utils.checkpoint import *


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
x = torch.ones(2, 3, requires_grad=True)
w = nn.Linear(3, 3)


def f(x):
    print("run", torch.is_grad_enabled())
    return torch.tanh(w(x))


y = checkpoint(f, x)
print(y.grad_fn if y is not None else None)
y.sum().backward()
y = checkpoint(f, x, use_reentrant=True)
print(y.grad_fn)
y.sum().backward()
print(x.grad)
y = checkpoint(f, x, use_reentrant=False)
print(y.grad_fn)
y.sum().backward()
x0 = torch.ones(2, 3)
y = checkpoint(f, x0, use_reentrant=True)
print(y.requires_grad)
t(lambda: y.sum().backward())
y = checkpoint(f, x0, use_reentrant=False)
print(y.requires_grad)
y.sum().backward()
y = checkpoint(f, x, use_reentrant=True)
t(lambda: torch.autograd.grad(y.sum(), x))
y = checkpoint(f, x, use_reentrant=False)
print(torch.autograd.grad(y.sum(), x))
y = checkpoint(f, x, use_reentrant=False)
y.sum().backward(retain_graph=True)
y.sum().backward()
y = checkpoint(f, x, use_reentrant=True)
y.sum().backward(retain_graph=True)
t(lambda: y.sum().backward())
y = checkpoint(f, x, use_reentrant=True)
y.sum().backward()
t(lambda: y.sum().backward())
y = checkpoint(f, x, use_reentrant=False)
y.sum().backward()
t(lambda: y.sum().backward())
t(lambda: checkpoint(f, x, use_reentrant=True, foo=1))
t(lambda: checkpoint(f, x, use_reentrant=False, foo=1))


def fk(x, k=1):
    return x * k


print(checkpoint(fk, x, k=3, use_reentrant=False))
t(lambda: checkpoint(fk, x, k=3, use_reentrant=True))
n = [0]


def diff(x):
    n[0] += 1
    return (x * x * x) if n[0] % 2 else x.exp()


y = checkpoint(diff, x, use_reentrant=False)
t(lambda: y.sum().backward())


def diff2(x):
    n[0] += 1
    return (x[:1] * x[:1]) if n[0] % 2 else x * x


n[0] = 0
y = checkpoint(diff2, x, use_reentrant=False)
t(lambda: y.sum().backward())
dr = nn.Dropout(0.5)
torch.manual_seed(1)
y = checkpoint(dr, x, use_reentrant=False)
x.grad = None
y.sum().backward()
print((x.grad * x == y).all())
y = checkpoint(lambda x: dr(x) * x, x, use_reentrant=False, preserve_rng_state=False)
x.grad = None
y.sum().backward()
seq = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3), nn.ReLU())
y = checkpoint_sequential(seq, 2, x, use_reentrant=False)
print(y.shape)
y = checkpoint_sequential(seq, 2, x)
y.sum().backward()
from contextlib import contextmanager


@contextmanager
def c(n):
    print("enter", n)
    yield
    print("exit", n)


y = checkpoint(f, x, use_reentrant=False, context_fn=lambda: (c("fwd"), c("rec")))
y.sum().backward()
y = checkpoint(f, x, use_reentrant=False, debug=True)
y.sum().backward()
t(lambda: checkpoint(f, x, use_reentrant=True, context_fn=lambda: (c("fwd"), c("rec"))))


def two(x):
    return x * 2, x * x, "str"


print(checkpoint(two, x, use_reentrant=False))
print(checkpoint(two, x, use_reentrant=True))


def ng(x):
    return x.detach() * 2


y = checkpoint(ng, x, use_reentrant=True)
print(y.requires_grad)
t(lambda: y.sum().backward())
with set_checkpoint_early_stop(False):
    y = checkpoint(f, x, use_reentrant=False)
y.sum().backward()
print(checkpoint(f, x0, use_reentrant=True).requires_grad)
with torch.no_grad():
    print(checkpoint(f, x, use_reentrant=False).requires_grad)
