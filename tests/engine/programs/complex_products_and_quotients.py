# z times its conjugate, z by z: whether a last bit is left over, for vectors and what is beside
import torch

torch.manual_seed(3)


def left(t):
    return [f"{x:.3e}" for x in torch.view_as_real(t.resolve_conj())[..., 1].flatten().tolist()]


for dtype in (torch.complex64, torch.complex128):
    for n in (1, 2, 3, 5, 9, 14):
        z = torch.randn(n, dtype=dtype)
        print(n, left(z * z.conj()), left(z / z), left(z[0] * z * z[0].conj()))
    across, down = torch.randn(3, dtype=dtype), torch.randn(2, 1, dtype=dtype)
    print(left(across * down * down.conj()), left(across.t() / down / across))
    nothing = torch.zeros(2, dtype=dtype)
    print(nothing / nothing, across[:2] / nothing, nothing.reciprocal(), nothing * float("inf"))

z = torch.tensor(3 + 1j, requires_grad=True)
w = (z * 2).exp()
w.backward(w.detach())
print(z.grad)
(z * 0.3).tan().abs().backward()
print(z.grad)

# zeros of both signs, in single places and in whole vectors
parts = (0.0, -0.0, 2.0, -3.0)
numbers = [complex(a, b) for a in parts for b in parts]
for dtype in (torch.complex64, torch.complex128):
    for count in (1, 3, 4, 9):
        for z in numbers:
            left = torch.full((count,), z, dtype=dtype)
            made = torch.stack([left * torch.full((count,), w, dtype=dtype) for w in numbers])
            print(z, torch.signbit(made.real)[:, -1].int().tolist(),
                  torch.signbit(made.imag)[:, -1].int().tolist())
# a number to the power of complex ones has a complex gradient and warns of nothing
z = torch.tensor([1 + 1j, 2j], requires_grad=True)
print(torch.autograd.grad((2**z).real.sum(), z), torch.autograd.grad((1j**z).imag.sum(), z))
for base in (1 + 2j, -2.0, 0, 0j):
    print(torch.autograd.grad((base**z).real.sum(), z), torch.autograd.grad(
        torch.autograd.grad((base**z).real.sum(), z, create_graph=True)[0].abs().sum(), z))
x = torch.tensor([1.0, 2.0], requires_grad=True)
print(torch.autograd.grad((1j**x).imag.sum(), x), torch.autograd.grad((0j**x).real.sum(), x))
# real numbers to the power of a complex one; quotients added with a complex factor
x = torch.tensor([1.0, -2.0], requires_grad=True)
y, w = x ** (1 - 2j), torch.tensor([0.5 - 1j, 2.0], requires_grad=True)
print(y, torch.autograd.grad(y.real.sum(), x), torch.autograd.grad((x**2j).imag.sum(), x))
for scaled in (torch.addcdiv(z, w, z, value=1 - 2j), torch.addcmul(z, w, z, value=1 - 2j)):
    print(scaled, torch.autograd.grad(scaled.imag.sum(), (z, w)))
