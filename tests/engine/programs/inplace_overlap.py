# reading and writing parts of one memory
import torch

x = torch.arange(5.0)
try:
    x[1:].add_(x[:-1])
except RuntimeError as error:
    print(error)
x[1:] = x[:-1].clone()
print(x)
try:
    torch.zeros(1).expand(3).add_(1)
except RuntimeError as error:
    print(error)
x = torch.arange(4.0).view(2, 1, 2)
try:
    x.addcmul_(x.movedim(0, -1).permute(2, 1, 0), x.movedim(0, -1).permute(2, 1, 0))
except RuntimeError as error:
    print(error)
y = torch.arange(3.0).view(3, 1)
try:
    y.addcmul_(y.t(), y.t())
except RuntimeError as error:
    print(error)
x = torch.ones(1, 1)  # of one place, seen with other strides
for part in (x[::2], x[:, ::3], x[None], x[::2][None], x.expand(1, 1), x.unsqueeze(-1)):
    try:
        print(part.stride(), part.mul_(x))
    except RuntimeError as error:
        print(error)
for wide in (x.expand(3, 1), x.expand(2, 1, 1), torch.ones(1, 3)[::2].unsqueeze(0)):
    print(wide.stride())

# A tensor written into itself at places is refused as well, before the places are looked at.
for write in (
    lambda v: v.__setitem__([0], v), lambda v: v.scatter_add_(0, torch.zeros(3, dtype=int), v),
    lambda v: v.index_add_(0, torch.arange(3), v), lambda v: v[:0].__setitem__([0], v[:0]),
    lambda v: v.masked_scatter_(v > 0, v), lambda v: v.masked_fill_(v > 0, v[1]),
):
    v = torch.tensor([1.0, 2.0, 3.0])
    try:
        write(v)
        print(v)
    except (RuntimeError, IndexError) as error:
        print(error)
empty = torch.ones(0)
try:
    empty[[0]] = empty
except (RuntimeError, IndexError) as error:
    print(error)
one = torch.ones(1)
for key in ((..., None), (None,), (slice(None),)):
    try:
        one[key] = one
        print(one)
    except RuntimeError as error:
        print(error)
x = torch.arange(5.0)
for other in (x[:1], torch.ones(2), torch.ones(5, 1), torch.ones(5, dtype=torch.complex64)):
    try:
        x.add_(other, alpha=True)
    except RuntimeError as error:
        print(error)
try:
    torch.rsub(x, 1, alpha=True)
except RuntimeError as error:
    print(error)
zero_dim = torch.tensor(2.0, requires_grad=True) * 1  # a number is copied before it is written
for key in ((..., None), (None,), ...):
    zero_dim[key] = zero_dim
    print(zero_dim, zero_dim._version)
x.fill_(x[3])
print(x, x[1:].fill_(x[0] * 2), zero_dim[None].fill_(zero_dim))
