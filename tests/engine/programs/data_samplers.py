# samplers and what a loader makes of them
import torch
from torch.utils.data import (
    BatchSampler,
    DataLoader,
    RandomSampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)

rows = list(range(10, 20))
print(list(SequentialSampler(rows)), list(BatchSampler(SequentialSampler(rows), 4, False)))
print(list(BatchSampler(range(7), batch_size=3, drop_last=True)))
torch.manual_seed(16)
print(list(RandomSampler(rows)), list(RandomSampler(rows, replacement=True, num_samples=5)))
print(list(SubsetRandomSampler([1, 5, 7])))
generator = torch.Generator().manual_seed(17)
print(list(RandomSampler(rows, generator=generator)), len(RandomSampler(rows, num_samples=3)))
loader = DataLoader(rows, batch_size=4, shuffle=True, generator=torch.Generator().manual_seed(18))
for epoch in range(2):
    print([batch.tolist() for batch in loader])
print(list(DataLoader(rows, sampler=SubsetRandomSampler(range(3)), batch_size=2)))
print(list(DataLoader(rows, batch_sampler=BatchSampler(SequentialSampler(rows), 5, False))))
print(list(DataLoader(rows, batch_size=None))[:3], len(DataLoader(rows, batch_size=3)))
print(list(DataLoader(rows, batch_size=4, collate_fn=sum)))
torch.manual_seed(19)
print(torch.initial_seed(), next(iter(DataLoader(rows, 3, True))), torch.rand(1))
try:
    DataLoader(rows, shuffle=True, sampler=SequentialSampler(rows))
except ValueError as error:
    print(error)
try:
    DataLoader(rows, batch_size=0)
except ValueError as error:
    print(error)
from torch.utils.data.distributed import DistributedSampler

for rank in range(3):
    shared = DistributedSampler(range(10), num_replicas=3, rank=rank, seed=1)
    first = list(shared)
    shared.set_epoch(1)
    print(rank, len(shared), first, list(shared))
print(list(DistributedSampler(range(10), 3, 2, shuffle=False, drop_last=True)))
print(list(DistributedSampler(range(2), 5, 4, shuffle=False)))
for numbers in ((2, 2), (None, None)):
    try:
        DistributedSampler(range(4), *numbers)
    except ValueError as error:
        print(error)
