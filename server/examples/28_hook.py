# A hook changes a gradient on its way
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * x


def clip(grad):
    return grad.clamp(-4, 4)


handle = y.register_hook(clip)
loss = (y * torch.tensor([1.0, 10.0, -10.0])).sum()
loss.backward()
print(x.grad)
