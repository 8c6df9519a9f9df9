# What a saved file is: its names, its size, what it shares, and what it may not hold.
import collections
import io
import os
import tempfile
import zipfile

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import AffineTransform, Normal, TransformedDistribution


def written(thing):
    held = io.BytesIO()
    torch.save(thing, held)
    return held.getvalue()


def read(thing, **options):
    try:
        return torch.load(io.BytesIO(written(thing)), **options)
    except Exception as error:
        return f"{type(error).__name__} {error}"


net = nn.Sequential(nn.Linear(20, 8), nn.ReLU(), nn.Linear(8, 3))
x = torch.arange(6.0).reshape(2, 3)
marked = torch.ones(2)
marked.note = "mine"
for thing in (torch.ones(1), x[0], x.t(), {"a": 1}, net.state_dict(), net, nn.Parameter(x), marked,
              torch.ones(2).bfloat16(), torch.ones(2, dtype=torch.uint16), [x, x, x[1]], x.bool()):
    print(len(written(thing)), zipfile.ZipFile(io.BytesIO(written(thing))).namelist()[4:-2])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.v1.pt")
    torch.save(net.state_dict(), path)
    print(os.path.getsize(path), zipfile.ZipFile(path).namelist()[:3])
print(zipfile.ZipFile(io.BytesIO(written(x))).read("archive/data.pkl"))

back = read({"x": x, "row": x[0], "turned": x.t(), "again": x})
back["x"][0, 0] = 100.0
print(back["row"], back["turned"], back["again"] is back["x"], back["turned"].stride())
print(read(torch.arange(1000.0)[:2]).untyped_storage().nbytes(), read(marked).note)
print(read(x.storage()), read(torch.ones(2, dtype=torch.uint16)), read((x + 1j).conj()))
print(read([torch.float32, torch.Size([1]), 1j, b"x", {1}, collections.Counter("aab")]))
try:
    written([x, x.view(torch.int32)])
except RuntimeError as error:
    print(error)

# Only tensors and plain containers, unless told otherwise.
for thing in (np.ones(2), np.float64(0.5), collections.defaultdict(list, a=[1]), net, os.getcwd):
    print(read(thing))
print(read(np.ones(2), weights_only=False), read(np.float64(0.5), weights_only=False))

# Where storages go.
for place in (lambda storage, place: print(type(storage).__name__, place, storage.nbytes()),
              {"cpu": "cpu"}, {"cpu": "cuda:0"}, "cuda", "nowhere", 5, "meta"):
    print(read([x], map_location=place))
try:
    torch.load(io.BytesIO(written(x)), mmap=True)
except ValueError as error:
    print(error)
try:
    torch.load(io.BytesIO(written(x)[:-10]))
except RuntimeError as error:
    print(error)

moved = TransformedDistribution(Normal(0, 1), [AffineTransform(2, 3)])
before = moved.log_prob(x)
with torch.serialization.safe_globals([TransformedDistribution, AffineTransform, Normal]):
    print(torch.equal(before, read(moved).log_prob(x)))
