# Hooks of tensors and nodes: their order, what they may return, and what is saved
import torch, torch.nn as nn, torch.nn.functional as F
from torch.autograd.graph import *
import torch.autograd.graph as G


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


with disable_saved_tensors_hooks("no hooks please"):

    def z():
        with saved_tensors_hooks(lambda x: x, lambda x: x):
            pass

    t(z)

    def z2():
        with save_on_cpu():
            pass

    t(z2)
v = torch.ones(2)
print(v._version)
G.increment_version(v)
print(v._version)
G.increment_version([v, v])
print(v._version)
a = torch.ones(2, requires_grad=True)
b = a * 1
o = (b * b).sum()
G.increment_version(b)
t(lambda: o.backward())
G.set_warn_on_accumulate_grad_stream_mismatch(False)
# node hooks order
log = []
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a * 2
c = b.sum()
b.register_hook(lambda g: print("tensor b", g))
a.register_hook(lambda g: print("tensor a", g))
n = b.grad_fn
n.register_prehook(lambda gs: print("pre1", gs))
n.register_prehook(lambda gs: print("pre2", gs))
n.register_hook(lambda gi, go: print("post1", gi, go))
n.register_hook(lambda gi, go: print("post2", gi, go))
b.register_hook(lambda g: print("tensor b2", g))
b.retain_grad()
b.register_hook(lambda g: g * 10)
a.register_post_accumulate_grad_hook(lambda p: print("acc", p.grad))
acc = n.next_functions[0][0]
acc.register_prehook(lambda gs: print("acc pre", gs))
acc.register_hook(lambda gi, go: print("acc post", gi, go))
c.backward()
print(a.grad, b.grad)
b = a * 2
b.grad_fn.register_prehook(lambda gs: (gs[0] * 3,))
b.grad_fn.register_hook(lambda gi, go: (gi[0] * 5, None))
a.grad = None
t(lambda: b.sum().backward())
b = a * 2
b.grad_fn.register_prehook(lambda gs: gs[0])
t(lambda: b.sum().backward())
b = a * 2
b.grad_fn.register_prehook(lambda gs: (gs[0], gs[0]))
t(lambda: b.sum().backward())
b = a * 2
b.grad_fn.register_prehook(lambda gs: (None,))
t(lambda: b.sum().backward())
b = a * 2
b.grad_fn.register_hook(lambda gi, go: (gi[0],))
t(lambda: b.sum().backward())
b = a * 2
b.grad_fn.register_hook(lambda gi, go: (gi[0], "a"))
t(lambda: b.sum().backward())
b = a * 2
b.register_hook(lambda g: 3)
t(lambda: b.sum().backward())
b = a * 2
b.register_hook(lambda g: g.double())
t(lambda: b.sum().backward())
b = a * 2
b.register_hook(lambda g: g[:1])
t(lambda: b.sum().backward())
b = a * 2
b.register_hook(lambda g: 1 / 0)
t(lambda: b.sum().backward())
h = b.register_hook(lambda g: g)
print(h, type(h))
h.remove()
h.remove()
t(lambda: torch.ones(2).register_hook(print))
t(lambda: (a * 2).register_post_accumulate_grad_hook(print))
t(lambda: torch.ones(2).register_post_accumulate_grad_hook(print))
hh = a.register_hook(3)
t(lambda: a.sum().backward())
hh.remove()
a._backward_hooks.clear() if 0 else None
print(n.name(), n.metadata, isinstance(n, Node), type(n).__mro__[-3:] if False else "")
print(issubclass(type(n), Node), isinstance(3, Node))
t(lambda: a._backward_hooks)


# saved tensors hooks
def pack(x):
    print("pack", x.shape)
    return x


def unpack(x):
    print("unpack", x.shape)
    return x


with saved_tensors_hooks(pack, unpack):
    y = (a * a).exp().sum()
y.backward()
with saved_tensors_hooks(pack, lambda x: 3):
    y = a * a
t(lambda: y.sum().backward())


def pin(x):
    x.add_(1)
    return x


with saved_tensors_hooks(pin, unpack):
    t(lambda: (a * a).sum())
with saved_tensors_hooks(
    lambda x: x.numpy() if not x.requires_grad else x.detach().numpy(),
    lambda n: torch.from_numpy(n),
):
    y = (a.detach().clone().requires_grad_() ** 2).sum()
y.backward()
with save_on_cpu(pin_memory=False):
    y = (a * a).sum()
y.backward()
r = (a * a).grad_fn._raw_saved_self
print(type(r))
r.register_hooks(pack, unpack)
t(lambda: r.register_hooks(pack, unpack))
t(lambda: (a * a).grad_fn._raw_saved_self.data)
