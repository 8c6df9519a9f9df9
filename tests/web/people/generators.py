import itertools
from contextlib import contextmanager

import torch

torch.manual_seed(10)


def batches(data, size):
    start = 0
    while start < len(data):
        yield data[start:start + size]
        start += size


def running_mean():
    total, n = 0.0, 0
    mean = None
    while True:
        value = yield mean
        total += value
        n += 1
        mean = total / n


def numbered(items, prefix=""):
    for number, item in enumerate(items):
        yield f"{prefix}{number}", item
    return number


def chain_all(*parts):
    counts = []
    for part in parts:
        last = yield from numbered(part, "n")
        counts.append(last)
    return counts


@contextmanager
def grad_scale(params, factor):
    before = [p.detach().clone() for p in params]
    try:
        yield before
    finally:
        for p in params:
            if p.grad is not None:
                p.grad.mul_(factor)


def infinite():
    n = 0
    while True:
        yield n
        n += 1


data = torch.arange(6.0)
w = torch.tensor(2.0, requires_grad=True)
mean = running_mean()
next(mean)
for batch in batches(data, 4):
    loss = (w * batch).sum()
    with grad_scale([w], 0.5) as saved:
        loss.backward()
    m = mean.send(loss.item())
mean.close()
names = [name for name, _ in chain_all("ab", "c")]
firsts = list(itertools.islice(infinite(), 3))
squares = {n: n * n for n in range(3) if n != 1}
evens = {n for n in range(4) if n % 2 == 0}
lazy = (n + 1 for n in firsts)
head = next(lazy)
total = sum(lazy)
try:
    for x in batches([1, 2, 3], 2):
        if len(x) < 2:
            raise RuntimeError("short batch")
except RuntimeError as e:
    message = str(e)
print(m, names, firsts, total, message)
