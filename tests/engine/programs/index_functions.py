# gather, scatter, index_select, masked_select, where, take
import torch

x = torch.arange(6.0).reshape(2, 3)
print(x.gather(1, torch.tensor([[0, 2], [1, 1]])), torch.gather(x, 0, torch.tensor([[1, 0, 1]])))
print(x.index_select(1, torch.tensor([0, 2])), torch.index_select(x, 0, torch.tensor([1])))
print(
    torch.masked_select(x, x > 2),
    x.masked_fill(x > 2, -1),
    torch.where(x > 2, x, torch.zeros(2, 3)),
)
print(torch.where(x > 2), torch.where(x > 2, 1.0, 0.0), torch.where(x > 2, x, 0))
print(torch.zeros(2, 3).scatter_(1, torch.tensor([[0], [2]]), 1.0))
print(torch.zeros(3).scatter_add_(0, torch.tensor([0, 0, 2]), torch.tensor([1.0, 2.0, 3.0])))
print(torch.zeros(3).index_add_(0, torch.tensor([0, 2]), torch.tensor([1.0, 2.0])))
print(torch.take(x, torch.tensor([0, 5])), torch.take_along_dim(x, x.argmax(1, keepdim=True), 1))
print(
    x.narrow(1, 0, 2),
    x.select(0, 1),
    torch.argwhere(x > 3),
    x.put_(torch.tensor([0]), torch.tensor([9.0])),
)
nowhere = torch.tensor([], dtype=torch.long)
for made in (
    torch.gather(x, 1, nowhere), torch.gather(x, 0, nowhere.view(0, 5)),
    x.scatter(1, nowhere, 1.0), x.scatter(1, nowhere, torch.ones(3)),
    x.scatter_add(1, nowhere, torch.ones(3)), x.scatter_reduce(1, nowhere, torch.ones(3), "mean"),
):
    print(made)
for dim in (0, 1):  # which torch has two kernels for
    try:
        torch.index_select(torch.ones(2, 3), dim, torch.tensor([5]))
    except (IndexError, RuntimeError) as error:
        print(type(error).__name__, error)
print(torch.pdist(torch.eye(2, requires_grad=True).T).grad_fn.next_functions[0][0].name())

# take_along_dim counts places around a dimension, in both directions
x = torch.arange(6.0).reshape(2, 3).requires_grad_()
for places, dims in (([[-1], [4]], (1,)), ([[5]], (0,)), ([[2]], ()), ([[-1]], ()), ([[0]], (2,)),
                     ([0], (0,)), ([[0], [0], [0]], (1,))):
    try:
        made = torch.take_along_dim(x, torch.tensor(places), *dims)
        print(made, torch.autograd.grad(made.sum(), x))
    except (RuntimeError, IndexError) as error:
        print(error)
for number, dims in ((torch.tensor(1.0), (0,)), (torch.tensor(1.0), (1,)), (torch.tensor(1.0), ()),
                     (torch.empty(0), (0,))):
    try:
        print(torch.take_along_dim(number, torch.zeros_like(number[None][0]).long(), *dims))
        print(torch.take_along_dim(number, torch.zeros(1).long(), *dims))
    except (RuntimeError, IndexError) as error:
        print(error)
