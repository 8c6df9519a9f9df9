# datasets: tensors, subsets, concatenation, stacks, iterables
import torch
from torch.utils.data import (
    ConcatDataset,
    DataLoader,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)

x, y = torch.arange(10.0).view(5, 2), torch.arange(5)
data = TensorDataset(x, y)
print(data[1:3], len(data), [t.shape for t in data.tensors])
both = ConcatDataset([data, TensorDataset(x * 10, y * 10)])
print(len(both), both[7], both.cumulative_sizes)
part = Subset(both, [9, 0])
print(part[0], len(part), list(part.indices))
stack = StackDataset(image=x, label=y)
print(stack[2], len(stack))


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


print(list(DataLoader(Count(), batch_size=2)))
halves = random_split(range(7), [0.5, 0.5], generator=torch.Generator().manual_seed(0))
print([list(h) for h in halves])
torch.manual_seed(15)
print([list(h) for h in random_split(range(6), [4, 2])])


class Named(Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        return {"x": torch.full((2,), float(i)), "y": i, "name": f"row {i}", "pair": (i, [i, 0.5])}


for batch in DataLoader(Named(), batch_size=2):
    print(batch)
try:
    TensorDataset(x, torch.ones(3))
except AssertionError as error:
    print(error)
try:
    random_split(range(5), [3, 3])
except ValueError as error:
    print(error)
print((data + data)[8], isinstance(data + data, ConcatDataset))

# several samples at once, datasets side by side, and what a loader refuses
rows = TensorDataset(torch.arange(3))
print(StackDataset(rows, rows).__getitems__([1, 2]))
print(next(iter(DataLoader(StackDataset(a=rows, b=rows), batch_size=2))))
for options in ({"timeout": 3}, {"multiprocessing_context": "fork"}):
    try:
        iter(DataLoader(rows, **options))
    except (AssertionError, ValueError) as error:
        print(error)
for wrong in (lambda: IterableDataset(), lambda: random_split(range(10), [10.0, 0])):
    try:
        wrong()
    except TypeError as error:
        print(error)
# a stream that goes on behind the length that it told says so, once it was asked
import warnings


class Told(IterableDataset):
    def __iter__(self):
        return iter(range(5))

    def __len__(self):
        return 4

    def __repr__(self):
        return "Told()"


told = torch.utils.data.DataLoader(Told(), batch_size=None)
for _ in range(2):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        print([number for number in told], len(told))
    print([str(each.message) for each in given])

# an attribute by the name that it had
print(ConcatDataset([[1, 2], [3]]).cummulative_sizes)
