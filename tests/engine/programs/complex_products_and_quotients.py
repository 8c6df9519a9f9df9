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
