# reductions over nothing
import torch

e = torch.empty(0)
for f in (torch.sum, torch.prod, torch.mean, torch.max, torch.argmax, torch.amax, torch.any,
            torch.all):
    try:
        print(f(e))
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, error)
for source, rows in ((torch.ones(0, 3), [0]), (torch.ones(0), [0]), (torch.ones(0, 3), [])):
    try:
        print(source.index_select(0, torch.tensor(rows, dtype=torch.int)))
    except (RuntimeError, IndexError) as error:
        print(error)
print(torch.ones(2, 0).aminmax(dim=0), torch.ones(2, 0).aminmax(dim=0, keepdim=True).max.shape)
for choose in (torch.median, torch.nanmedian, lambda x, dim: x.kthvalue(1, dim)):
    try:
        print(choose(torch.ones(2, 0, dtype=torch.complex64), 0))
    except (RuntimeError, NotImplementedError) as error:
        print(error)
nothing = torch.ones(0, requires_grad=True)
print(torch.autograd.grad(nothing.cumprod(0).sum(), nothing, create_graph=True))
for spread in (torch.var, torch.std, torch.std_mean):
    print(spread(torch.ones(0, 3), dim=1), spread(torch.ones(0, 3), dim=0))
