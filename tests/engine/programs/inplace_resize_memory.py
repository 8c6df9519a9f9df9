# resize_ keeps to the memory that is there; hooks and refused writes say what torch says first
import torch

x = torch.arange(6)
print(x[2:4].resize_(3), x[:1].resize_as_(x), x[::2].resize_(2, 2))
m = torch.arange(6.0).reshape(2, 3)
print(m.t().resize_(6), m.t().resize_(2, 2), m[:, 1:].resize_(2, 2, 1))
print(m.t().resize_(2, 3).stride())
y = x.view(2, 3)
x.resize_(2).fill_(9)
print(x, y, x.resize_(6), x.resize_(0), x.resize_(2, 2), x._version)
for returned in (3, torch.ones(3), torch.ones(2).double(), torch.ones(2)):
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    w.register_post_accumulate_grad_hook(lambda leaf: returned)
    try:
        w.sum().backward()
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
for dtype in (torch.float, torch.cfloat):
    try:
        torch.relu_(torch.ones(1, dtype=dtype, requires_grad=True))
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
