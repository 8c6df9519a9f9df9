# Hooks of modules, every kind: order, keywords, always, and what they may not return
import torch, torch.nn as nn, torch.nn.functional as F


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)


class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(2, 2)

    def forward(s, x, k=1, *, scale=1.0):
        print("forward", k, scale)
        return s.l(x) * k * scale


m = M()
x = torch.ones(1, 2)
hs = []
hs.append(m.register_forward_pre_hook(lambda mod, args: print("pre A", args)))
hs.append(
    m.register_forward_pre_hook(
        lambda mod, args, kwargs: print("pre B", args, kwargs), with_kwargs=True
    )
)
hs.append(m.register_forward_pre_hook(lambda mod, args: print("pre first"), prepend=True))
hs.append(m.register_forward_hook(lambda mod, args, out: print("post A", args, out)))
hs.append(
    m.register_forward_hook(lambda mod, args, kw, out: print("post B", args, kw), with_kwargs=True)
)
hs.append(m.register_forward_hook(lambda mod, args, out: print("post first"), prepend=True))
hs.append(m.register_forward_hook(lambda mod, args, out: print("always", out), always_call=True))
hs.append(m.register_full_backward_pre_hook(lambda mod, go: print("bpre", go)))
hs.append(m.register_full_backward_hook(lambda mod, gi, go: print("bfull", gi, go)))
hs.append(m.register_full_backward_hook(lambda mod, gi, go: print("bfull first"), prepend=True))
hs.append(m.register_full_backward_pre_hook(lambda mod, gi: print("bpre first"), prepend=True))
y = m(x, 2, scale=3.0)
print(y)
y.sum().backward()
x2 = torch.ones(1, 2, requires_grad=True)
m(x2).sum().backward()
for h in hs:
    h.remove()
m.register_forward_pre_hook(lambda mod, args, kw: (args, {"scale": 2.0}), with_kwargs=True)
print(m(x))
h = m.register_forward_pre_hook(lambda mod, args, kw: args, with_kwargs=True)
t(lambda: m(x))
h.remove()
h = m.register_forward_pre_hook(lambda mod, args: args[0] * 2)
print(m(x))
h.remove()
h = m.register_forward_hook(lambda mod, a, o: o * 0)
print(m(x))
h.remove()


def boom(mod, a):
    raise ValueError("boom")


h = m.register_forward_pre_hook(boom)
h2 = m.register_forward_hook(lambda mod, a, o: print("always!", o), always_call=True)
t(lambda: m(x))
h.remove()
h2.remove()


class Er(nn.Module):
    def forward(s, x):
        raise RuntimeError("bad")


e = Er()
e.register_forward_hook(lambda mod, a, o: print("always!", a, o), always_call=True)
e.register_forward_hook(lambda mod, a, o: print("never"))
t(lambda: e(x))


def hook_err(mod, a, o):
    raise KeyError("in hook")


e2 = nn.Linear(2, 2)
e2.register_forward_hook(hook_err, always_call=True)
t(lambda: e2(x))
e3 = Er()
e3.register_forward_hook(hook_err, always_call=True)
t(lambda: e3(x))
l = nn.Linear(2, 2)
h = l.register_full_backward_pre_hook(lambda m, go: (go[0] * 0,))
l(x).sum().backward()
print(l.weight.grad)
h.remove()
h = l.register_full_backward_hook(lambda m, gi, go: (gi[0] * 7,))
l(x2).sum().backward()
print(x2.grad)
h.remove()
h = l.register_full_backward_hook(lambda m, gi, go: gi[0])
t(lambda: l(x2).sum().backward())
h.remove()
h = l.register_full_backward_hook(lambda m, gi, go: (1, 2))
t(lambda: l(x2).sum().backward())
h.remove()
h = l.register_full_backward_pre_hook(lambda m, go: (go[0], go[0]))
t(lambda: l(x2).sum().backward())
h.remove()
t(lambda: l.register_backward_hook(print))
l = nn.Linear(2, 2)
h = l.register_backward_hook(lambda m, gi, go: print("old", gi, go))
l(x2).sum().backward()
t(lambda: l.register_full_backward_hook(print))
h.remove()
l = nn.Linear(2, 2)
l.register_full_backward_hook(lambda *a: None)
t(lambda: l.register_backward_hook(print))
s = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
s[1].register_full_backward_hook(lambda *a: print("relu"))
t(lambda: s(x2).sum().backward())


class D(nn.Module):
    def forward(s, d):
        return {"y": d["x"] * 2}


d = D()
d.register_full_backward_hook(lambda m, gi, go: print("d", gi, go))
t(lambda: d({"x": x2})["y"].sum().backward())


class Tp(nn.Module):
    def forward(s, a, b):
        return a * b, a + b


tp = Tp()
tp.register_full_backward_hook(lambda m, gi, go: print("t", gi, go))
t(lambda: tp(x2, torch.ones(1, 2))[0].sum().backward())
t(lambda: tp(x2, 3)[0].sum().backward())
t(lambda: sum(o.sum() for o in tp(x2, x2)).backward())
with torch.no_grad():
    tp(x2, x2)
b = nn.Identity()
b.register_full_backward_hook(lambda m, gi, go: print("id", gi, go))
t(lambda: b(x2).sum().backward())
bb = nn.Linear(2, 2)
bb.register_full_backward_hook(lambda m, gi, go: print("bb", gi, go))
out = bb(x2)


def w():
    out.add_(1)
    out.sum().backward()


t(w)
from torch.nn.modules.module import *
import torch.nn.modules.module as MM

h1 = MM.register_module_forward_pre_hook(lambda m, a: print("G pre", type(m).__name__))
h2 = MM.register_module_forward_hook(lambda m, a, o: print("G post", type(m).__name__))
h3 = MM.register_module_full_backward_hook(lambda m, gi, go: print("G back", type(m).__name__))
h4 = MM.register_module_full_backward_pre_hook(lambda m, go: print("G bpre", type(m).__name__))
h5 = MM.register_module_buffer_registration_hook(lambda m, n, b: print("buf", n))
h6 = MM.register_module_module_registration_hook(lambda m, n, s: print("mod", n))
h7 = MM.register_module_parameter_registration_hook(lambda m, n, p: print("par", n, p is None))
q = nn.Sequential(nn.Linear(2, 1), nn.BatchNorm1d(1, affine=False))
q.eval()(x2).sum().backward()
for h in (h1, h2, h3, h4, h5, h6, h7):
    h.remove()
st = nn.Linear(2, 2)
st.register_state_dict_post_hook(lambda m, sd, p, l: print("sd", list(sd), repr(p)))
st.register_state_dict_pre_hook(lambda m, p, k: print("sdpre", repr(p), k))
sd = st.state_dict()
st.register_load_state_dict_pre_hook(
    lambda m, sd, p, l, strict, miss, une, err: print("lpre", strict, miss, une)
)
st.register_load_state_dict_post_hook(lambda m, inc: print("lpost", inc))
print(st.load_state_dict(sd))
print(m._forward_hooks, len(m._forward_pre_hooks))
