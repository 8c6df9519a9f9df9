# Products that take in none, one and several zeros, to second order: which of them torch refuses
import torch


def show(name, function, *values):
    """The gradients of a function by each of its inputs, and theirs in turn."""
    leaves = [torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in values]
    made = function(*leaves)
    seed = torch.arange(1, made.numel() + 1, dtype=torch.float64).view(made.shape)
    first = torch.autograd.grad(made, leaves, seed, create_graph=True, allow_unused=True)
    names = [type(each.grad_fn).__name__ for each in first if "reduce" in name]
    print(name, *[each.tolist() for each in first], names)
    for each in first:
        try:
            print("   ", torch.autograd.grad((each * each).sum(), leaves, retain_graph=True))
        except Exception as error:
            print("   ", type(error).__name__, error)


for reduce in (torch.scatter_reduce, torch.index_reduce):
    start = torch.tensor([1.0], requires_grad=True)
    source = torch.tensor([0.0, 0.0], requires_grad=True)
    out = reduce(start, 0, torch.tensor([0, 0]), source, "prod")
    (first,) = torch.autograd.grad(out, source, create_graph=True)
    print(first, first.grad_fn.name(), first.grad_fn.next_functions)
    try:
        print(torch.autograd.grad(first.sum(), (start, source)))
    except Exception as error:
        print(type(error).__name__, error)
for row in ([2.0, 3.0, 5.0, 7.0], [0.0, 3.0, 5.0, 7.0], [2.0, 0.0, 5.0, 0.0], [0.0, 0.0, 0.0, 7.0]):
    show("prod", lambda x: x.prod(), row)
    show("prod along", lambda x: x.prod(0), [row, [1.0, 0.0, 3.0, 0.0]])
    show("cumprod", lambda x: x.cumprod(0), row)
    for start in ([2.0, 3.0], [0.0, 3.0]):
        for kept in (True, False):
            for where in (torch.tensor([0, 0, 1, 1]), torch.tensor([0, 1, 0, 1])):
                show(
                    "scatter_reduce",
                    lambda x, y: x.scatter_reduce(0, where, y, "prod", include_self=kept),
                    start,
                    row,
                )
                show(
                    "index_reduce",
                    lambda x, y: x.index_reduce(0, where, y, "prod", include_self=kept),
                    start,
                    row,
                )
show(
    "of a scalar",
    lambda x, y: x.scatter_reduce(0, torch.tensor([0, 0]), y, "prod"),
    2.0,
    [0.0, 0.0],
)
vector = torch.zeros(2)
print(
    torch.func.jvp(
        lambda y: torch.scatter_reduce(torch.ones(1), 0, torch.tensor([0, 0]), y, "prod"),
        (vector,),
        (torch.ones(2),),
    )
)
