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
