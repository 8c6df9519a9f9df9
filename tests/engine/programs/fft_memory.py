# in which order transforms lie in memory, and the gradients that they send back
import torch

x = (torch.arange(60.0) ** 2).sin().reshape(3, 4, 5)
ways = [x, x.transpose(0, 1), x.permute(2, 0, 1), x[:, :, ::2], x[:, :1].expand(3, 4, 5)]
for value in ways:
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        for dim in (0, 1, 2):
            leaf = value.detach().requires_grad_()
            made = getattr(torch.fft, name)(leaf, dim=dim)
            (back,) = torch.autograd.grad(made, leaf, made.detach() * 2)
            print(name, dim, made.shape, made.stride(), back.stride())
    for name in ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn"):
        for dim in ((0, 1), (1, 0), (2, 0), (0, 1, 2), (1, 2, 0)):
            leaf = value.detach().requires_grad_()
            made = getattr(torch.fft, name)(leaf, dim=dim)
            (back,) = torch.autograd.grad(made, leaf, made.detach() * 2)
            print(name, dim, made.shape, made.stride(), back.stride())
z = torch.complex(x, x.cos()).requires_grad_()
made = torch.fft.fft2(z, dim=(0, 1))
print(made[0, 0], made.stride(), torch.fft.fftn(z, dim=()).stride())
made.backward(made.detach())
print(z.grad.stride(), z.grad._version, z.grad[0, 0].abs())
leaf = x.clone().requires_grad_()
torch.fft.fft2(leaf).real.sum().backward()
print(leaf.grad.stride(), leaf.grad._version, leaf.grad.is_contiguous(), leaf.grad[0, 0])
m = torch.tensor([[2.0, 1], [0, 3]], requires_grad=True)
print(torch.autograd.grad(torch.linalg.eigvals(m).real.sum(), m)[0].stride())
