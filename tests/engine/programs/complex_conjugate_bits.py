# Conjugates say that they are: is_conj, is_neg, what keeps the bits and what resolves them
import torch

m = torch.tensor([[1 + 1j, 2.0], [3j, 4]])
c = m.conj()
for name, y in {
    "clone": c.clone(),
    "t": c.t(),
    "select": c[0],
    "physical": m.conj_physical(),
    "contiguous": c.contiguous(),
    "twice": c.conj(),
    "detach": c.detach(),
    "view": c.view(4),
    "times": c * 1,
    "real": c.real,
    "imag": c.imag,
    "row": c.imag[0],
    "resolved": c.imag.resolve_neg(),
    "H": m.H,
    "HH": m.H.H,
    "data": c.data,
    "zeros": torch.zeros_like(c),
}.items():
    print(name, y.is_conj(), y.is_neg(), torch.is_conj(y))
for refused in (c.numpy, c.imag.numpy, lambda: torch.view_as_real(c)):
    try:
        refused()
    except RuntimeError as error:
        print(error)
print(c.resolve_conj().numpy(), m.resolve_conj() is m, m.H @ m)
z = torch.tensor([1 + 1j, 2 - 1j], requires_grad=True)
print(z.conj(), z.conj().resolve_conj(), z.conj_physical(), z.conj().imag, z.resolve_conj() is z)
(z.conj() * z).sum().real.backward()
print(z.grad, z.grad.is_conj())
w = z.detach().requires_grad_()
(w.conj_physical() * torch.tensor([1j, 2.0])).sum().abs().backward()
print(w.grad)
number = torch.tensor(3 + 2j, requires_grad=True)
print(number.H, number.mH, torch.isfinite(number)._version)
# They share the memory of what they are taken of, which is written through them.
x = torch.tensor([1 + 2j, 3 - 4j])
c = x.conj()
c[0] = 10 + 1j
c.mul_(1j)
c.imag[1:] = 7
print(x, c, x._version, c._base is x, c.data_ptr() == x.data_ptr(), c.conj()._base is x)
torch.add(c, 1, out=c)
x.numpy()[0] = 5 + 5j
c.detach().imag.add_(1)
print(x, c, c.tolist(), c[0].item(), c.imag.numpy(force=True), c.numpy(force=True))
for seen in (c.t(), c[None], c.expand(2, 2), c.imag.unfold(0, 2, 1), c.as_strided((1,), (1,), 1)):
    print(seen, seen.is_conj(), seen.is_neg())
for cast in (lambda: c.view(torch.float32), lambda: c.imag.view(torch.int32)):
    try:
        cast()
    except RuntimeError as error:
        print(error)
leaf = torch.tensor([1 + 2j, 3 - 4j], requires_grad=True)
y = leaf * 2
c, negative, part = y.conj(), y.conj().imag, y.real
c.mul_(3j)
for view in (y, c, negative, part, y[0].conj()):
    print(view, view.grad_fn.next_functions)
(c.abs() ** 2 + negative * part).sum().backward()
print(leaf.grad, torch.tensor(c.detach()), torch.lgamma(torch._neg_view(torch.ones(2))))
# Directions and slices of them; what is hung on them; what they make of memory that is resized.
with torch.autograd.forward_ad.dual_level():
    dual = torch.autograd.forward_ad.make_dual(x.clone(), torch.tensor([1j, 2.0]))
    into = torch.zeros(2, dtype=torch.cfloat)
    into.conj().copy_(dual)
    for told in (dual.conj(), dual.conj().imag, dual.conj() * dual, into):
        print(torch.autograd.forward_ad.unpack_dual(told))
print(torch.vmap(lambda z: z.conj() * 2)(m))
print(torch.func.grad(lambda z: (z.conj() * z).real.sum())(m))
try:
    torch.vmap(lambda z: z.conj().imag)(m)
except RuntimeError as error:
    print(error)
kept = leaf.conj()
kept.retain_grad()
(kept.imag * 2).sum().backward()
print(kept.grad, kept.resolve_conj().grad_fn.next_functions, x.conj().resize_(1))

# in memory of its own, and in place
c = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
turned = (c * 1j).conj_physical_()
turned.imag.sum().backward()
print(turned.grad_fn.name(), turned, c.grad)
print((torch.ones(1, requires_grad=True) * 2).conj_physical_())
