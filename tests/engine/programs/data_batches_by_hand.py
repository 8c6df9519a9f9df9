# minibatches without a DataLoader: permutations, split, zip, islice, generators
import itertools
import random

import torch

torch.manual_seed(41)
x = torch.arange(14.0).view(7, 2)
y = x.sum(1)
for batch in torch.randperm(7).split(3):
    print(batch, y[batch])


def batches(size, *tensors):
    indices = list(range(len(tensors[0])))
    random.Random(0).shuffle(indices)
    for start in range(0, len(indices), size):
        chosen = torch.tensor(indices[start : start + size])
        yield tuple(t[chosen] for t in tensors)


for xb, yb in batches(4, x, y):
    print(xb.shape, yb.tolist())
for xb, yb in itertools.islice(zip(x.split(2), y.split(2)), 2):
    print(xb, yb)
for i, (xi, yi) in enumerate(zip(x, y)):
    if i % 3 == 0:
        print(i, xi, yi)
cut = int(0.7 * len(x))
train, valid = x[:cut], x[cut:]
mean, std = train.mean(0), train.std(0)
print(cut, mean, std, (valid - mean) / std)
print([t.shape[0] for t in torch.tensor_split(x, 3)], [len(c) for c in x.chunk(3)])
