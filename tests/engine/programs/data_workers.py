"""Loaders with workers: whose turn it is, and random numbers and copies of their own."""
import random
import warnings

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Sampler, get_worker_info
from torch.utils.data import TensorDataset, random_split

warnings.simplefilter("ignore")  # of more workers than the machine has processors


class Part(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        info = get_worker_info()
        return iter(range(self.n) if info is None else range(info.id, self.n, info.num_workers))


class Uneven(IterableDataset):
    def __iter__(self):
        return iter([[0], [10, 11, 12, 13, 14]][get_worker_info().id])


class Ranged(IterableDataset):
    def __init__(self):
        self.start, self.end = 0, 6

    def __iter__(self):
        return iter(range(self.start, self.end))


def share(worker_id):
    dataset = get_worker_info().dataset
    dataset.start = worker_id * 3
    dataset.end = dataset.start + 3


class Noisy(Dataset):
    def __init__(self, n=6):
        self.n, self.seen, self.log = n, 0, []

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        self.seen += 1
        self.log.append(i)
        return torch.randn(2) + i, np.random.randint(100), random.randint(0, 9)


class Loud(Sampler):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        for i in range(self.n):
            print("index", i)
            yield i

    def __len__(self):
        return self.n


for options in ({}, {"batch_size": 2}, {"batch_size": 2, "drop_last": True}, {"batch_size": None}):
    print(list(DataLoader(Part(7), num_workers=2, **options)))
print(list(DataLoader(Uneven(), num_workers=2)))
ranged = Ranged()
print(list(DataLoader(ranged, num_workers=2, worker_init_fn=share)), ranged.start, ranged.end)

torch.manual_seed(3), np.random.seed(3), random.seed(3)
noisy = Noisy()
for epoch in range(2):
    for batch in DataLoader(noisy, batch_size=2, shuffle=True, num_workers=2):
        print(batch)
    print(torch.rand(1), np.random.rand(), random.random(), noisy.seen, noisy.log)
kept = DataLoader(noisy, batch_size=3, num_workers=1, persistent_workers=True, shuffle=True,
                  generator=torch.Generator().manual_seed(5))
for epoch in range(2):
    print(list(kept))
kept = DataLoader(Part(5), num_workers=2, persistent_workers=True)
for epoch in range(2):
    print(list(kept))
ahead = iter(DataLoader(TensorDataset(torch.arange(6)), num_workers=1, sampler=Loud(6),
                        prefetch_factor=1))
print("begun", type(ahead).__name__, len(ahead))
print(next(ahead), next(ahead))
part, _ = random_split(Noisy(8), [5, 3], generator=torch.Generator().manual_seed(1))
print(list(DataLoader(part, num_workers=2)))
print(list(DataLoader(Noisy(4), num_workers=1, collate_fn=lambda b: (len(b), torch.rand(1)))))


class Missing(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return {}["missing"]


class Awkward(Missing):
    def __getitem__(self, i):
        raise UnicodeDecodeError("utf-8", b"", 0, 1, "no")


def fail(worker_id):
    raise RuntimeError("not ready")


for dataset, prepare in ((Missing(), None), (Awkward(), None), (noisy, fail)):
    try:
        list(DataLoader(dataset, num_workers=1, worker_init_fn=prepare))
    except Exception as error:
        lines = str(error).split("\n")
        print(type(error).__name__, lines[:2], lines[-2])


class Told(Dataset):
    def __len__(self):
        return 1

    def __getitem__(self, i):
        info = get_worker_info()
        return f"{info.id} {info.num_workers} {info.seed} {info.rng} {info.worker_method}"


print(list(DataLoader(Told(), num_workers=1)), get_worker_info())


class Counting(Dataset):
    """Whose methods prepare its workers and put its samples together."""

    worker = None

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return self.worker, i

    def prepare(self, worker_id):
        self.worker = worker_id

    def pack(self, samples):
        return self.worker, samples


counting = Counting()
print(list(DataLoader(counting, 2, num_workers=2, worker_init_fn=counting.prepare)))
print(list(DataLoader(counting, 2, num_workers=2, worker_init_fn=counting.prepare,
                      collate_fn=counting.pack)), counting.worker)
