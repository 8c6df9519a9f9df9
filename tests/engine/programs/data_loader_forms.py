# DataLoader: what it is made of, how it counts, collates, shuffles and refuses.
from collections import namedtuple
import numpy as np
import torch
from torch.utils.data import (
    BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler,
    SequentialSampler, Subset, SubsetRandomSampler, TensorDataset, WeightedRandomSampler,
    default_collate, random_split,
)

torch.manual_seed(0)
data = TensorDataset(torch.arange(10.0), torch.arange(10))
loader = DataLoader(data, batch_size=4)
print(len(loader), len(data), loader.batch_size, loader.drop_last, type(loader.sampler).__name__)
print(list(loader))
print(list(DataLoader(data, batch_size=4, shuffle=True, drop_last=True)))
print(next(iter(DataLoader(data, shuffle=True, generator=torch.Generator().manual_seed(3)))))
print(data[2:4], data[-1])
Point = namedtuple("Point", "x y")
print(default_collate([Point(1, 2.0), Point(3, 4.0)]))
print(default_collate([{"a": 1, "b": [1.5, "s"]}, {"a": 2, "b": [2.5, "t"]}]))
print(default_collate([np.ones(2), np.zeros(2)]), default_collate([np.float32(1), np.float32(2)]))
print(default_collate([True, False]), default_collate(["a", "b"]))
print(default_collate([(1, 2), (3, 4)]))
for bad in ([torch.ones(2), torch.ones(3)], [object(), object()], [[1, 2], [3]], [None, None]):
    try:
        print(default_collate(bad))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0].split(" at 0x")[0])


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


print(list(DataLoader(Count(), batch_size=2)), list(DataLoader(Count(), batch_size=None)))
for options in (
    {"shuffle": True}, {"sampler": [1]},
):
    try:
        DataLoader(Count(), **options)
    except ValueError as error:
        print(error)
try:
    len(DataLoader(Count()))
except TypeError as error:
    print(error)
a, b = random_split(data, [7, 3], generator=torch.Generator().manual_seed(0))
print(len(a), len(b), a.indices, b.indices, type(a).__name__)
print([len(part) for part in random_split(data, [0.5, 0.3, 0.2])])
for lengths in ([1, 2], [0.5, 0.7]):
    try:
        random_split(data, lengths)
    except ValueError as error:
        print(error)
both = data + Subset(data, [0, 1])
print(len(both), both[11], both.cumulative_sizes, isinstance(both, ConcatDataset), both[-1])
print(list(BatchSampler(SequentialSampler(range(7)), 3, False)), list(RandomSampler(range(5))))
print(list(WeightedRandomSampler([0.1, 0.9, 0.0], 5)), list(SubsetRandomSampler([3, 4, 5])))
print(list(RandomSampler(range(3), replacement=True, num_samples=6)))
for wrong in (
    lambda: DataLoader(data, shuffle=True, sampler=SequentialSampler(data)),
    lambda: DataLoader(data, batch_size=2, batch_sampler=BatchSampler([1], 1, False)),
    lambda: DataLoader(data, batch_size=0), lambda: DataLoader(data, num_workers=-1),
    lambda: DataLoader(data, timeout=-1),
    lambda: DataLoader(data, batch_size=None, drop_last=True),
    lambda: BatchSampler(SequentialSampler(data), 0, False),
    lambda: RandomSampler(data, num_samples=0),
    lambda: TensorDataset(torch.ones(2), torch.ones(3)), lambda: ConcatDataset([]),
    lambda: WeightedRandomSampler([1.0], -1), lambda: both[-20],
):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return {"i": i, "square": torch.tensor(float(i * i))}


for batch in DataLoader(Squares(5), batch_size=2, collate_fn=lambda rows: [r["i"] for r in rows]):
    print(batch)
for batch in DataLoader(Squares(3), batch_size=2):
    print(batch)
print(loader.dataset is data, loader.collate_fn.__name__, loader.num_workers, loader.pin_memory)
try:
    loader.batch_size = 3
except ValueError as error:
    print(error)
