# what becomes of numpy's numbers and arrays beside tensors
import numpy as np
import torch

a, n = torch.tensor([1, 2]), np.array([1.0, 3.0])
print(n / a, a * n, a - n)
numbers = (np.bool_(True), np.int8(3), np.float16(2), np.float32(2), np.float64(2))
for x in numbers:
    print(type(x).__name__)
    for make in (
        lambda: a + x,
        lambda: x / a,
        lambda: torch.full((2,), x),
        lambda: torch.where(a > 1, a.float(), x),
        lambda: torch.where(a > 1, x, x),
        lambda: torch.result_type(a, x),
        lambda: a.clone().__setitem__(0, x),
        lambda: a.float().__setitem__(slice(1), x),
        lambda: torch.arange(x),
        lambda: torch.zeros(2).add_(1, alpha=x),
    ):
        try:
            print(make())
        except (NotImplementedError, RuntimeError, TypeError) as error:
            print(type(error).__name__, error)

# a view that has lost its history says so before an operator says anything else
y = torch.ones(2, 2, requires_grad=True) * 1
v = y.unbind(0)[0]
with torch.no_grad():
    y[0].tanh_()
b = torch.tensor([True, False])
for take in (
    lambda: v - b,
    lambda: b - v,
    lambda: v & b,
    lambda: 1 << v,
    lambda: v @ torch.ones(3),
):
    try:
        print(take())
    except RuntimeError as error:
        print(str(error)[:60])


# What numpy, or a class, gives for an index stands for a size.
class Five:
    def __index__(self):
        return 5


n, x = np.array(3), torch.arange(12)
print(torch.ones((n, 2)).shape, torch.zeros(n).shape, torch.rand(2, n).shape, x.view(-1, n).shape)
print(torch.full((2, n), 1.0).shape, x.expand(n, 12).shape, torch.empty(Five(), n).shape)
print(torch.eye(n).shape, torch.randperm(n).shape, x.narrow(0, n, 1), x.topk(n).values)
print(torch.randint(n, (n,)).shape, torch.ones(2, 3).repeat(n, 1).shape)
print(torch.ones(torch.tensor([2])), torch.ones(2, 3).movedim(0, np.int64(1)).shape)
print(x.chunk(np.int64(3)))
for take in (
    lambda: torch.ones((2, np.array(2.0))),
    lambda: torch.ones((np.array([2, 3]), 2)),
    lambda: torch.zeros(2, np.array([2, 3])),
    lambda: torch.zeros(10).chunk(n),
    lambda: torch.zeros(2, 2).norm(dim=np.int64(1)),
):
    try:
        print(take())
    except (TypeError, RuntimeError) as error:
        print(error)
