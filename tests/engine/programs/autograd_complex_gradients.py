# gradients of complex tensors: conjugate conventions
import torch

z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
loss = (z.abs() ** 2).sum()
loss.backward()
print(loss, z.grad)
z.grad = None
(z * z).real.sum().backward()
print(z.grad)
z.grad = None
try:
    (z * 2).sum().backward()
except RuntimeError as error:
    print(error)
(z.conj() * (1 + 1j)).sum().imag.backward()
print(z.grad)
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.complex(x, torch.zeros(2)).exp()
torch.view_as_real(y).sum().backward()
print(x.grad)
zero = torch.zeros(2, dtype=torch.complex64, requires_grad=True)
print(torch.autograd.grad(zero.exp(), zero, torch.ones_like(zero)))
far = torch.tensor([0.4 + 3.9j, 0.3 - 6j], requires_grad=True)
print(far.logsumexp(0), far[:1].logsumexp(0), (far[0] * 500).logsumexp(0))
print(torch.autograd.grad(far.logsumexp(0).abs(), far))
