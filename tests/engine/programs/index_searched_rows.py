# searchsorted and bucketize: which arguments are refused, in which order
import torch

rows = (torch.tensor(1.0), torch.tensor([1.0, 2.0]), torch.ones(2, 2), torch.tensor([True, True]))
values = (torch.tensor(1.0), 2, 1j, torch.tensor([1.5]), torch.ones(2, 1), torch.tensor([]))
settings = (
    {}, {"side": "up"}, {"side": "left", "right": True}, {"out_int32": True},
    {"sorter": torch.tensor([1, 0])}, {"sorter": torch.tensor([0, 2])},
    {"sorter": torch.tensor([0.0, 1.0])},
)
for row in rows:
    for value in values:
        for options in settings:
            try:
                print(torch.searchsorted(row, value, **options))
            except (RuntimeError, NotImplementedError) as error:
                print(type(error).__name__, error)
        try:
            print(torch.bucketize(value, row))
        except (RuntimeError, NotImplementedError) as error:
            print(type(error).__name__, error)
print(torch.searchsorted(torch.ones(2, 0), torch.ones(2, 3)))
