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
