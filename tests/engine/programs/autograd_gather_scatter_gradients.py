# gradients that gather, scatter, index_add and index_select send back
import torch

x = torch.arange(6.0).view(2, 3).requires_grad_()
index = torch.tensor([[0, 0, 2], [1, 2, 1]])
picked = x.gather(1, index)
print(picked, picked.grad_fn.name())
(picked * torch.tensor([[1.0, 10.0, 100.0], [1.0, 10.0, 100.0]])).sum().backward()
print(x.grad)
src = torch.ones(2, 3, requires_grad=True)
base = torch.zeros(2, 3, requires_grad=True)
for out in (
    base.scatter(1, torch.tensor([[2, 0, 1], [0, 1, 2]]), src),
    base.scatter_add(1, index, src),
    base.index_add(0, torch.tensor([1, 1]), src, alpha=2),
    base.index_copy(1, torch.tensor([2, 0, 1]), src),
    base.index_fill(1, torch.tensor([0]), 7.0),
):
    print(out, out.grad_fn.name())
    weights = torch.arange(1.0, 7.0).view(2, 3)
    print(torch.autograd.grad((out * weights).sum(), [base, src], allow_unused=True))
rows = x.index_select(0, torch.tensor([1, 1, 0]))
print(torch.autograd.grad(rows.pow(2).sum(), x)[0])
print(torch.autograd.grad(torch.take(x, torch.tensor([5, 5, 0])).sum(), x)[0])
# `scatter` that combines has no derivative, unlike `scatter_reduce`
where = torch.tensor([[0, 1], [1, 0]])
base = torch.ones(2, 2, requires_grad=True)
combined = base.scatter(0, where, torch.full((2, 2), 3.0), reduce="add")
print(combined, base.detach().scatter(0, where, 2.0, reduce="multiply"))
print(combined.grad_fn.name(), len(combined.grad_fn.next_functions))
for attempt in (combined.sum().backward, lambda: base.scatter(0, where, 1.0, reduce="mean")):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
src = torch.arange(1.0, 7.0).view(2, 3).requires_grad_()
for reduce in (None, "sum", "mean", "prod", "amax"):
    more = () if reduce is None else (reduce,)
    call = torch.scatter_add if reduce is None else torch.scatter_reduce
    try:
        call(torch.ones(2, 3), 0, torch.tensor([[0, 1]]), src, *more).sum().backward()
    except RuntimeError as error:
        print(error)
zeros = torch.tensor([0.0, 2.0, 3.0], requires_grad=True)
factors = torch.tensor([2.0, 0.0, 4.0, 0.0, 0.0], requires_grad=True)
which = torch.tensor([0, 0, 2, 1, 1])
for whole in (zeros.scatter_reduce(0, which, factors, "prod"),
              (zeros + 1).index_reduce(0, which, factors, "prod", include_self=False)):
    print(torch.autograd.grad(whole.sum(), [zeros, factors]))
for reduce in ("max", "min", "sun"):  # the names of NumPy, which have no derivative
    try:
        largest = zeros.scatter_reduce(0, which, factors, reduce)
        print(largest)
        largest.sum().backward()
    except RuntimeError as error:
        print(error)
# the largest that equals what is left out shares its gradient with that
ties, given = torch.tensor([2.0, 2.0, 5.0]), torch.tensor([2.0, 2.0, 1.0, 7.0], requires_grad=True)
which = torch.tensor([0, 1, 1, 2])
for reduce in ("amax", "amin"):
    for whole in (ties.scatter_reduce(0, which, given, reduce, include_self=False),
                  ties.index_reduce(0, which, given, reduce, include_self=False)):
        print(whole, torch.autograd.grad(whole.sum(), given))
