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
