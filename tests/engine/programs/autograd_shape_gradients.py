# gradients through views and shapes
import torch


def at(f, shape=(2, 3)):
    x = torch.arange(6.0).reshape(shape).requires_grad_()
    out = f(x)
    (out * torch.arange(out.numel()).reshape(out.shape)).sum().backward()
    print(out.shape, x.grad.tolist())


at(lambda x: x.t())
at(lambda x: x.reshape(3, 2))
at(lambda x: x.view(-1)[::2])
at(lambda x: x.permute(1, 0))
at(lambda x: x.unsqueeze(1).expand(2, 4, 3))
at(lambda x: x.repeat(2, 1))
at(lambda x: x.flip(0))
at(lambda x: x.roll(1, 1))
at(lambda x: x.flatten())
at(lambda x: x.tril())
at(lambda x: torch.cat([x, x], 1))
at(lambda x: x.split(1)[1])
at(lambda x: x.chunk(3, 1)[0])
at(lambda x: x.squeeze())
at(lambda x: x.diagonal())
at(lambda x: x.narrow(1, 1, 2))
at(lambda x: x.transpose(0, 1).contiguous())
at(lambda x: x.unfold(1, 2, 1))
at(lambda x: x.view(1, 3, 2).permute(0, 2, 1), (1, 6))  # whose gradient is copied into its shape
at(lambda x: x.view(1, 1, 3, 2).transpose(2, 3).contiguous(), (1, 6))
