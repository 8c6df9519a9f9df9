# what layers of complex numbers leave on the tape, and where crops and parts lie
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(13)


def t(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


def tree(node, depth=0):
    print(" " * depth + (node.name() if node is not None else "None"))
    for each, _ in node.next_functions if node is not None else ():
        tree(each, depth + 1)


def pairs(*shape):
    return torch.randn(shape, dtype=torch.complex64, requires_grad=True)


# a convolution of complex numbers is three of real ones
x, w, b = pairs(1, 2, 4), pairs(2, 2, 2), pairs(2)
y = F.conv1d(x, w, b)
print(y)
tree(y.grad_fn)
print(torch.autograd.grad(y.abs().sum(), (x, w, b)))
y = F.conv_transpose1d(x, w.conj())
print(y)
tree(y.grad_fn)
print(torch.autograd.grad(y.abs().sum(), (x, w)))
layer = nn.Conv2d(1, 2, 3, padding="same", dtype=torch.complex64)
made = layer(pairs(1, 1, 3, 3))
made.abs().sum().backward()
print(made, layer.weight.grad, layer.bias.grad)

# gradients of pads, of parts and of pools lie as torch's
one = torch.arange(3.0).view(1, 3).requires_grad_()
print(torch.autograd.grad(F.pad(one, (1, 2), value=1.0).pow(2).sum(), one)[0].stride())
five, part = torch.ones(5, 5, requires_grad=True), torch.ones(5, requires_grad=True)
for made in (five.select_scatter(part, 1, 2), five.slice_scatter(part.view(5, 1), 1, 3, 4)):
    print([g.stride() for g in torch.autograd.grad((made * torch.ones(5, 5)).sum(), (five, part))])
image = torch.ones(1, 1, 4, 4, requires_grad=True)
print(torch.autograd.grad(F.avg_pool2d(image, 2).sum(), image)[0].stride())
up = torch.ones(2, 2, 4, 4, requires_grad=True)
made = F.conv_transpose2d(up, torch.ones(2, 3, 2, 2), stride=2, output_padding=1)
print(torch.autograd.grad(made.sum(), up)[0].stride())
rows = torch.arange(24.0).view(2, 3, 4)
for width in ((-1, 0), (-1, -1), (0, 0), (1, -1), (0, 0, -1, 0), (1, 1)):
    print(*[(F.pad(v, width).stride(), F.pad(v, width).sum().item())
            for v in (rows, rows.transpose(0, 1), rows.transpose(1, 2), rows[:1])])

# pads of complex numbers, pairs that lie otherwise, and what is refused
z = pairs(1, 3)
for call in (
    lambda: torch.constant_pad_nd(z, (1, 2), 1j),
    lambda: F.pad(z, (1, 1), value=2),
    lambda: F.pad(z, (1, 1), value=2j),
    lambda: torch.constant_pad_nd(torch.ones(3), (1, 1), 1j),
    lambda: torch.constant_pad_nd(torch.ones(3), (1,)),
    lambda: torch.constant_pad_nd(torch.ones(3), (1, 1, 1, 1)),
    lambda: torch.view_as_complex(torch.zeros(2, 3, 4).transpose(1, 2)[..., :2]),
    lambda: torch.view_as_complex(torch.zeros(2, 1).expand(2, 2)),
    lambda: torch.view_as_complex(torch.zeros(3, 3)[:, :2]),
    lambda: torch.view_as_complex(torch.zeros(3, 4)[:, 1:3]),
    lambda: torch.view_as_complex(torch.zeros(3, 4)[:, 2:]),
    lambda: torch.masked.logsumexp(z, 1, mask=torch.tensor([[True, False, True]])),
    lambda: F.poisson_nll_loss(torch.tensor([8, 6]), torch.tensor([3, 1]), log_input=False),
):
    t(call)
