# transforms by composition, weighted sampling, infinite iterators, worker info
import torch
from torch.utils.data import (
    DataLoader,
    Dataset,
    IterableDataset,
    WeightedRandomSampler,
    default_collate,
    get_worker_info,
)


class Compose:
    def __init__(self, *steps):
        self.steps = steps

    def __call__(self, sample):
        for step in self.steps:
            sample = step(sample)
        return sample


class Points(Dataset):
    def __init__(self, n, transform=None):
        generator = torch.Generator().manual_seed(95)
        self.x = torch.rand(n, 2, generator=generator)
        self.y = (self.x.sum(1) > 1).long()
        self.transform = transform

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        sample = (self.x[i], self.y[i])
        return self.transform(sample) if self.transform else sample


data = Points(8, Compose(lambda s: (s[0] * 2 - 1, s[1]), lambda s: {"x": s[0], "y": s[1]}))
print(data[0], len(data))
counts = torch.bincount(data.y)
weights = (1.0 / counts)[data.y]
torch.manual_seed(96)
sampler = WeightedRandomSampler(weights, num_samples=8, replacement=True)
for batch in DataLoader(data, batch_size=4, sampler=sampler):
    print({k: v for k, v in batch.items()})
loader = DataLoader(Points(5), batch_size=2, shuffle=True, drop_last=True)
it = iter(loader)
print(next(it)[1], len(loader), loader.batch_size, loader.num_workers, get_worker_info())
next(it)
try:
    next(it)
except StopIteration:
    print("stop")


class Stream(IterableDataset):
    def __iter__(self):
        for i in range(5):
            yield {"i": i, "square": torch.tensor(i * i)}


for batch in DataLoader(Stream(), batch_size=2):
    print(batch)
print(
    default_collate([(1, 2.0), (3, 4.0)]), default_collate(["a", "b"]), default_collate([{"k": 1}])
)
x = torch.cat([b[0] for b in DataLoader(Points(3))])
print(x.mean(0), x.std(0))

# The parts of collating, as lessons change them.
import numpy as np
from torch.utils.data import _utils, default_collate
from torch.utils.data._utils.collate import collate, default_collate_fn_map


class Box:
    def __init__(self, n):
        self.n = n


def collate_boxes(batch, *, collate_fn_map=None):
    return "boxes", [box.n for box in batch]


samples = [(Box(1), torch.ones(2), "a", 0.5), (Box(2), torch.zeros(2), "b", 1.5)]
print(collate(samples, collate_fn_map={Box: collate_boxes, **default_collate_fn_map}))
for batch in (samples, [torch.ones(2).to_sparse()] * 2, [np.array(["a"])], [{1}, {2}]):
    try:
        print(default_collate(batch))
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)
print(default_collate([np.float32(1), np.float32(2)]), default_collate([np.str_("a"), "b"]),
      default_collate([True, False]), _utils.collate.default_collate is default_collate)
try:
    collate([1, 2])
except TypeError as error:
    print(error)
