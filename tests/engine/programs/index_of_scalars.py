# Index functions of tensors without dimensions: they count as one entry, which may be named often
import torch


def show(name, function, *values):
    """What a function makes of tensors of these values, and their gradients."""
    leaves = [torch.tensor(value, requires_grad=True) for value in values]
    try:
        made = function(*leaves)
        seed = torch.tensor([1.0, 10.0, 100.0])[: made.numel()].view(made.shape)
        found = torch.autograd.grad(made, leaves, seed, allow_unused=True)
        print(name, made.detach(), *found)
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


price = torch.tensor(5.0, requires_grad=True)
copies = torch.gather(price, 0, torch.tensor([0, 0]))
copies.backward(torch.tensor([1.0, 10.0]))
print(copies.detach(), price.grad)
none = torch.tensor([], dtype=torch.int64)
for where in (torch.tensor(0), torch.tensor([0]), torch.tensor([0, 0, 0]), none):
    for value in (5.0, [5.0]):
        print(where, value)
        show("gather", lambda x: torch.gather(x, -1, where), value)
        show("take", lambda x: torch.take(x, where), value)
        show("take_along_dim", lambda x: torch.take_along_dim(x, where, 0), value)
        show("index_select", lambda x: torch.index_select(x, 0, where), value)
        show("index_fill", lambda x, y: x.index_fill(0, where, y), value, 2.0)
        show("scatter", lambda x: x.scatter(0, where, 4.0), value)
        for source in (2.0, [2.0], [2.0, 3.0, 7.0]):
            show("scatter", lambda x, y: x.scatter(0, where, y), value, source)
            show("scatter_add", lambda x, y: x.scatter_add(0, where, y), value, source)
            show("scatter_add_", lambda x, y: x.clone().scatter_add_(0, where, y), value, source)
            show("index_add", lambda x, y: x.index_add(0, where, y, alpha=2), value, source)
            show("index_copy", lambda x, y: x.index_copy(0, where, y), value, source)
            show("put", lambda x, y: x.put(where, y, accumulate=True), value, source)
            for how in ("sum", "prod", "mean", "amax", "amin"):
                for kept in (True, False):
                    show(
                        (how, kept),
                        lambda x, y: x.scatter_reduce(0, where, y, how, include_self=kept),
                        value,
                        source,
                    )
                    if how != "sum":
                        show(
                            ("index", how, kept),
                            lambda x, y: x.index_reduce(0, where, y, how, include_self=kept),
                            value,
                            source,
                        )
