# functions, closures, generators, comprehensions and plain values
import warnings

import torch


def double(x):
    x = x * 2
    return x


def counted(n):
    for k in range(n):
        yield k * w


def outer(scale):
    def inner(t):
        return t * scale

    return inner


w = torch.tensor([1.0, 2.0], requires_grad=True)
y = double(w)
parts = [part.sum() for part in counted(3)]
triple = outer(3.0)
total = sum(parts) + triple(y).sum() + (lambda t: t.mean())(w)
total.backward()
rate, name = 0.1, "w"
del name
try:
    double(None)
except TypeError as error:
    warnings.warn(str(error), stacklevel=1)
w.grad  # noqa: B018
