# as_strided, unfold and overlapping windows
import torch

x = torch.arange(6.0, requires_grad=True)
w = x.unfold(0, 3, 1)
print(w, w.shape, w.stride())
w.sum().backward()
print(x.grad)
x.grad = None
s = torch.as_strided(x, (2, 2), (2, 1), 1)
print(s)
(s * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum().backward()
print(x.grad)
m = torch.arange(9).reshape(3, 3)
print(m.as_strided((3,), (4,)), m.diagonal(), m.diagonal(1))
e = torch.ones(2, 2)
for nothing in (e[3:], e[2:], e[1:][1:], e[:, 2:], e[2:][:, 1:], e[1:1]):
    print(nothing.shape, nothing.storage_offset())
    try:
        print(nothing.as_strided((2,), (1,)))
    except RuntimeError as error:
        print(error)
number = torch.tensor(2.0, requires_grad=True)
print(torch.autograd.grad(number.as_strided((2, 2), (0, 0)).sum(), number))
for lay in (
    lambda t: t.view(2, 3).t() * 1, lambda t: (t.view(2, 3) * 1)[:, 1:], lambda t: t[1] * 1,
):
    x = torch.arange(6.0, requires_grad=True)
    laid = lay(x)
    try:
        twice = laid.as_strided((2,), (1,)) * torch.tensor([1.0, 2.0])
        print(torch.autograd.grad(twice.sum(), [laid, x]))
    except RuntimeError as error:
        print(error)
parts = torch.ones(3, requires_grad=True)
print(torch.autograd.grad(parts.unbind(0)[0] * float("inf"), parts))
stretched = torch.arange(2.0).view(1, 2).expand(2, -1).requires_grad_()
seed = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(torch.autograd.grad(stretched.as_strided((2, 2), (0, 1)), stretched, seed))
print(torch.autograd.grad(stretched.as_strided((2,), (1,)), stretched, seed[0]))

# a view taken again after a write keeps to the memory of its base, which lies otherwise than rows
leaf = torch.arange(6.0).view(2, 3).requires_grad_()
base = leaf.unfold(0, 2, 1) * 1
part = base.unsqueeze(0)[..., 0].as_strided((2,), (1,))
base.detach()[:1].zero_()
print(base.stride(), part.grad_fn.name(), torch.autograd.grad((part * 2).sum(), leaf))
# from a view back to what lies before it, and what torch refuses
grid = torch.arange(12.0).view(3, 4).requires_grad_()
before = grid[1].as_strided((2, 2), (1, 2), 1)
before.sum().backward()
print(before, grid.grad, grid[2].as_strided((2,), (1,), 0))
for attempt in (
    lambda: grid.as_strided((2,), (-1,)), lambda: grid.as_strided((2,), (1,), -1),
    lambda: grid.as_strided((2, 2), (1,)), lambda: grid.unfold(0, 2, 0),
    lambda: grid.unfold(0, -2, 1), lambda: torch.ones(()).T,
    lambda: torch.zeros(1).scatter_reduce(0, torch.tensor([0]), torch.ones(1), "max"),
    lambda: torch.zeros(1).scatter_reduce(0, torch.tensor([0]), torch.ones(1), "add"),
    lambda: grid[[0.5, 1.5]].shape, lambda: grid[torch.tensor([0], dtype=torch.int8)],
):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error)
print(torch.ones(()).expand(1).stride(), torch.ones(()).expand(2, 1).stride())
