# torch.save and torch.load: what comes back is what went in, and what is refused.
import collections
import fractions
import io
import pickle
import torch
from torch import nn


def again(thing, **options):
    file = io.BytesIO()
    torch.save(thing, file)
    file.seek(0)
    return torch.load(file, **options)


x = torch.arange(6.0).reshape(2, 3)
for thing in (
    x, x.t(), x[1], torch.tensor(3), nn.Parameter(x), x.bfloat16(), x.bool(), torch.complex(x, x),
    [x, {"a": 1, "b": (2, "c")}], collections.OrderedDict(a=x), {1, 2}, torch.Size([1, 2]),
    torch.float32, torch.device("cpu"), None, 3.5, "text", b"bytes", slice(1, 2), range(3),
):
    try:
        back = again(thing)
        print(type(back).__name__, back)
    except pickle.UnpicklingError as error:
        print("refused", str(error).split("WeightsUnpickler error: ")[-1].split(" was not")[0])
pair = again((x, x[0], x.view(3, 2)))
pair[1][0] = 9
print(pair[0][0, 0], pair[2], pair[0].stride(), again(x.t()).is_contiguous())
w = torch.ones(2, requires_grad=True)
print(again(w), again(w).is_leaf, again((w * 2).detach()))
try:
    again(w * 2)
    print("saved a result")
except Exception as error:
    print(type(error).__name__, error)
net = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Dropout(0.5))
state = again(net.state_dict())
print(state, state._metadata)
other = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Dropout(0.5))
print(other.load_state_dict(state))
whole = again(net, weights_only=False)
print(whole, torch.equal(whole[0].weight, net[0].weight), whole.training)
try:
    again(net)
except pickle.UnpicklingError as error:
    print(str(error).splitlines()[0][:60])
print([type(v).__name__ for v in again({"a": x, "epoch": 3, "losses": [0.5, 0.25]}).values()])
for bad in (
    {"0.weight": torch.ones(3, 2)}, {**net.state_dict(), "more": x},
    {**net.state_dict(), "0.weight": torch.ones(2, 2)},
):
    try:
        other.load_state_dict(bad)
    except RuntimeError as error:
        print(error)
print(other.load_state_dict({"0.weight": torch.ones(3, 2), "z": x}, strict=False))
one = {"weight": torch.ones(1, 1), "bias": torch.ones(1)}
print(nn.Linear(1, 1).load_state_dict(one, assign=True))
try:
    torch.load("no such file")
except FileNotFoundError as error:
    print(error)
# what a program hangs on a tensor is copied and saved with it
import copy

marked = torch.rand(2)
marked.note = [3]
whole = torch.nn.Parameter(torch.ones(1))
whole.note = "p"
file = io.BytesIO()
torch.save(marked, file)
file.seek(0)
for twin in (copy.copy(marked), copy.deepcopy(marked), pickle.loads(pickle.dumps(marked)),
             torch.load(file), marked.clone(), pickle.loads(pickle.dumps(whole)),
             copy.deepcopy(whole)):
    print(type(twin), getattr(twin, "note", None))
print(copy.copy(marked).note is marked.note, copy.deepcopy(marked).note is marked.note)

# where nothing can be written
for place in ("no such folder/model.pt", None, 3):
    try:
        torch.save(marked, place)
    except (RuntimeError, AttributeError) as error:
        print(type(error).__name__, error)


# another module for pickles, and what it is told
print(again(fractions.Fraction(1, 2), weights_only=False, pickle_module=pickle))
print(again(3, encoding="utf-8"))
try:
    again(3, pickle_module=pickle, weights_only=True)
except RuntimeError as error:
    print(error)
print(torch.optim.Adafactor, torch.optim.Muon)
