# Hessian-vector products three ways, and the whole Hessian row by row
import torch


def f(w):
    return (w[0] ** 2) * w[1] + w[1] ** 3 + w[0] * w[2]


w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
v = torch.tensor([1.0, 0.0, -1.0])
(g,) = torch.autograd.grad(f(w), w, create_graph=True)
print(g)
(hv,) = torch.autograd.grad(g, w, grad_outputs=v, retain_graph=True)
(hv2,) = torch.autograd.grad(g @ v, w, retain_graph=True)
print(hv, hv2)
rows = [torch.autograd.grad(each, w, retain_graph=True)[0] for each in g]
h = torch.stack(rows)
print(h, h @ v, torch.equal(h, h.t()))
print(torch.autograd.functional.hvp(f, w.detach(), v))
print(torch.func.jvp(torch.func.grad(f), (w.detach(),), (v,)))
print(torch.autograd.functional.hessian(f, w.detach()).diagonal())
g.sum().backward()
print(w.grad)
