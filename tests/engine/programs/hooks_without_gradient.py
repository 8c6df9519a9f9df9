# Hooks where no gradient comes, gradients of edges, and saved tensors that change
import torch, torch.nn as nn, torch.nn.functional as F
from torch.autograd.graph import *
import torch.autograd.graph as G


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(sorted(n for n in G.__all__))
# tensor hook, output without gradient
x = torch.ones(2, 2, requires_grad=True)
a, b = x.unbind(0)
a.register_hook(lambda g: print("a", g))
b.register_hook(lambda g: print("b", g))
a.sum().backward()


class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 1, x * 2

    @staticmethod
    def backward(ctx, a, b):
        print("two", a, b)
        return a


p, q = Two.apply(x)
p.register_hook(lambda g: print("p", g))
q.register_hook(lambda g: print("q", g))
q.grad_fn.register_prehook(lambda gs: print("pre", gs))
q.grad_fn.register_hook(lambda gi, go: print("post", gi, go))
p.sum().backward()
# multi grad
a = torch.rand(2, requires_grad=True)
b = torch.rand(2, requires_grad=True)
c = a * b
d = a * b


def fn(grads):
    print("multi", [g is not None for g in grads])


h = register_multi_grad_hook((a, b, c, d), fn)
c.sum().backward(retain_graph=True)
c.sum().backward(inputs=(a,), retain_graph=True)
(c.sum() + d.sum()).backward(retain_graph=True)
h.remove()
c.sum().backward(retain_graph=True)
h = register_multi_grad_hook((a, b, c, d), lambda g: print("any", g), mode="any")
(c.sum() + d.sum()).backward(retain_graph=True)
(c.sum()).backward(retain_graph=True)
h.remove()
t(lambda: register_multi_grad_hook((a,), fn, mode="x"))
t(lambda: register_multi_grad_hook((), fn))
t(lambda: register_multi_grad_hook((torch.ones(2),), fn))
print(h)
# gradient edge
y = (a * 2).sin()
e = get_gradient_edge(y)
print(type(e), e.node, e.output_nr, e._fields)
print(len(e))
e2 = get_gradient_edge(a)
print(e2.node, e2.output_nr)
t(lambda: get_gradient_edge(torch.ones(2)))
print(torch.autograd.grad(y.sum(), e2))
y = (a * 2).sin()
print(torch.autograd.grad(get_gradient_edge(y.sum()), a))
e = get_gradient_edge((a * 2).sin())
print(torch.autograd.grad(e, a, torch.ones(2)))
t(lambda: torch.autograd.backward(get_gradient_edge((a * 3).sum())))
print(a.grad)
# mutation saved
with allow_mutation_on_saved_tensors() as ctx:
    a = torch.ones(2, 3, requires_grad=True)
    b = a.clone()
    out = (b**2).sum()
    b.sin_()
    out.backward()
    print(a.grad)
    print(ctx, type(ctx))
    ctx.clear()
    c = a.clone()
    o = (c**2).sum()
    c.add_(1)
    ctx.clear()
    t(lambda: o.backward())
with allow_mutation_on_saved_tensors():
    t(lambda: allow_mutation_on_saved_tensors().__enter__())
