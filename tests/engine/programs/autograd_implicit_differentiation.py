# the slope of a fixed point: unrolled, and by the implicit function theorem
import torch

a = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)


def step(z, a):
    return torch.cos(a * z)


z = torch.tensor(1.0, dtype=torch.float64)
for _ in range(60):
    z = step(z, a)
(unrolled,) = torch.autograd.grad(z, a)
z0 = z.detach().requires_grad_()
dz, da = torch.autograd.grad(step(z0, a), [z0, a])
implicit = da / (1 - dz)
print(z0, unrolled, implicit)
print(torch.allclose(unrolled, implicit))
x = torch.tensor([4.0, 9.0], requires_grad=True)
root = x.detach().clone()
for _ in range(12):
    root = 0.5 * (root + x / root)
root.sum().backward()
print(root.detach(), x.grad, 0.5 / x.detach().sqrt())
