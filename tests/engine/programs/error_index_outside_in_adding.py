# An index outside of what is added to or reduced into: which error depends on torch's way there.
import torch


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


for shape in ((), (2,), (2, 2), (2, 2, 2)):
    for dim in range(max(len(shape), 1)):
        for place in (2, -1):
            x, sizes = torch.zeros(shape), list(shape)
            if sizes:
                sizes[dim] = 1
            source = torch.ones(sizes)
            for index in (torch.tensor([place]), torch.tensor([place], dtype=torch.int32)):
                print(shape, dim, index)
                tried(lambda: x.index_add(dim, index, source))
                tried(lambda: x.clone().index_add_(dim, index, source, alpha=2))
                tried(lambda: x.index_reduce(dim, index, source, "amax"))
                tried(lambda: torch.vmap(lambda a: a.index_add(dim, index, source))(x[None]))

# values are looked at before places that are not there; arrays that do not fit before both
i, j, m = torch.tensor([5]), torch.tensor([0, 1, 2]), torch.tensor([True, False, True])
for shape, key, values in (
    ((3,), i, torch.ones(2)), ((3,), i, torch.tensor([1])), ((3,), i, torch.tensor(1)),
    ((3, 2), (i, j), torch.ones(4)), ((3, 2), (torch.tensor([0, 1]), j), torch.ones(5)),
    ((3,), [-4, 0], torch.ones(3)), ((3, 3), (slice(None), i), torch.ones(2)),
    ((3, 3), (i, m[:2]), torch.ones(4)), ((0, 2), j[:1], torch.ones(3)), ((3,), m, j),
):
    x = torch.ones(shape)
    try:
        x[key] = values
        print(x)
    except (IndexError, RuntimeError) as error:
        print(error)
    try:
        print(x.index_put((key,) if isinstance(key, torch.Tensor) else key, values, True))
    except (IndexError, RuntimeError, TypeError) as error:
        print(error)
x = torch.ones(2, 3)
for run in (
    lambda: x.index_put((None, j), torch.tensor(1.0)),
    lambda: x[0, 0].index_put((torch.tensor([0.0]),), torch.tensor(1.0)),
    lambda: x.index_copy(1, torch.tensor(0), torch.ones(2, 1)),
    lambda: torch.empty(0, 3).index_copy(0, j[:1], torch.ones(1, 3)),
    lambda: x.index_add(1, j, torch.ones(2)),
    lambda: x.index_add(0, j, torch.tensor(1.0)),
    lambda: torch.empty(0, 3).index_add(0, j[:1], torch.ones(1, 3)),
    lambda: x.index_fill(5, j, torch.ones(2)),
    lambda: x.index_fill(5, j.float(), 1),
    lambda: x.index_fill(0, j[None], 1),
    lambda: torch.tensor(1.0).index_fill(0, i, 2),
    lambda: torch.tensor(1.0).index_fill(0, i[:0], 2),
):
    try:
        print(run())
    except (IndexError, RuntimeError, TypeError) as error:
        print(error)
