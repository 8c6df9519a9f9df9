"""A device that is named, or entered, where tensors are made in rarer ways."""

import numpy as np
import torch
from torch.testing import make_tensor


def tried(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


# data that are taken over
print(torch.as_tensor([1.0, 2.0], device="meta"), torch.asarray([1.0], device="meta"))
print(torch.as_tensor(torch.ones(2), device="meta"))
print(torch.as_tensor(np.ones(2), device="meta"), torch.asarray(np.ones(2), device="meta"))
with torch.device("meta"):
    x = torch.ones(2, device="cpu")
    print(torch.as_tensor([1.0]), torch.as_tensor(x), torch.as_tensor(np.ones(2)))
    print(x.to(torch.float64), x.double(), x.to(torch.float32) is x, x.to("meta"))
    print(torch.tril_indices(2, 2), torch.signal.windows.hann(3), torch.signal.windows.kaiser(3))
print(torch.ones(2, dtype=torch.complex64).to("meta"))

# windows
for name in "bartlett blackman cosine exponential gaussian hamming hann kaiser nuttall".split():
    window = getattr(torch.signal.windows, name)
    print(name, window(4, device="meta"), window(1, device="meta").shape)
weights = {"a": [0.5, 0.5], "requires_grad": True}
print(torch.signal.windows.general_cosine(3, device="meta", **weights).is_leaf)

# places in triangles
for make in (torch.tril_indices, torch.triu_indices):
    print(make(2, 2, device="meta"), make(2, 2, dtype=torch.int32))
    for dtype in (torch.float64, torch.bool, torch.complex64, torch.int16, torch.bfloat16):
        tried(lambda: make(2, 2, dtype=dtype))
    tried(lambda: make(2, 2, device="cuda"))

# random numbers for tests
for options in ({}, {"noncontiguous": True}, {"exclude_zero": True}, {"requires_grad": True}):
    made = make_tensor((2, 3), dtype=torch.float32, device="meta", **options)
    print(made, made.stride(), made.is_leaf)
print(make_tensor((2, 3), dtype=torch.complex64, device="meta"))
tried(lambda: make_tensor((2,), dtype=torch.float32, device="cuda"))
