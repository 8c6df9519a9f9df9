# a list of lists, tensors or slices is read as a tuple; arrays of indices must fit together
import torch

x = torch.arange(6.0).view(2, 3)
print(x[[0, 1]], x[[True, False]])
print(x[[[0, 1], [0, 1]]])
print(x[[torch.tensor([0, 1]), torch.tensor([0, 2])]])
print(x[[slice(0, 1), 1]], x[[None, 0]], x[torch.tensor([[0, 1], [0, 1]])].shape)
y = x.clone().requires_grad_()
(y[[[0, 1, 0], [2, 0, 2]]] * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
print(y.grad)
x[[[0, 1], [0, 1]]] = 9
print(x)
for key in (
    ([0, 1], [0, 1, 2]),
    ([0, 1], [[0, 1, 2]]),
    (torch.tensor([True, True]), [0, 1, 2]),
):
    try:
        x[key]
    except IndexError as error:
        print(error)

# a mask of bytes is warned of; where one value is written, torch fills, and takes bools only
mask = torch.tensor([1, 0, 1], dtype=torch.uint8)
z = torch.zeros(3)
print(z[mask].shape, z[torch.tensor(1, dtype=torch.uint8)].shape)
z[mask] = torch.tensor([1.0, 2.0])
print(z)
for write in (
    lambda: z.__setitem__(mask, 5.0),
    lambda: z.__setitem__(mask, torch.ones(1)),
    lambda: z.index_put_((mask,), torch.tensor(1.0)),
    lambda: z.__setitem__(torch.tensor([1, 0], dtype=torch.uint8), 5.0),
    lambda: z.__setitem__(7, "a"),
    lambda: torch.zeros(1).expand(3).__setitem__(mask.bool(), 5.0),
    lambda: z.index_put_((mask,), torch.tensor(1.0), accumulate=True),
):
    try:
        print(write(), z)
    except (IndexError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
