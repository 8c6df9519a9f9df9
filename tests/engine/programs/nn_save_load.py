# saving and loading in memory: tensors, state, whole modules
import io

import torch
from torch import nn


def through(value, **options):
    buffer = io.BytesIO()
    torch.save(value, buffer)
    buffer.seek(0)
    return torch.load(buffer, **options)


print(through(torch.arange(3.0)), through([torch.ones(2), {"a": torch.zeros(1, dtype=torch.int8)}]))
w = torch.ones(2, requires_grad=True)
print(through(w), through(nn.Parameter(w)), through(w).is_leaf)
base = torch.arange(6.0)
first, second = through((base[:3], base))
first[0] = 100
print(first, second, second.storage_offset())
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
state = through(model.state_dict())
print(type(state).__name__, list(state), torch.equal(state["0.weight"], model[0].weight))
whole = through(model, weights_only=False)
print(whole, torch.equal(whole(torch.ones(2)), model(torch.ones(2))))
print(through({"epoch": 3, "loss": 0.5, "names": ["a", ("b", None)], "rate": 1e-3}))
print(through(torch.tensor([1 + 2j])), through(torch.ones(2, 3).t()).stride())
print(through(torch.float64), through(torch.Size([2, 3])), through(torch.device("cpu")))
held = io.BytesIO()
torch.save(torch.ones(2, requires_grad=True) * 3, held)  # what is no leaf comes back as one
held.seek(0)
print(torch.load(held))
# layers that torch keeps in other files than their neighbours are found again by pickles
parts = [nn.Softmax(1), nn.LogSoftmax(1), nn.GLU(), nn.Softmin(1), nn.Softmax2d(), nn.CTCLoss(),
         nn.MultiheadAttention(2, 1), nn.ParameterList([]), nn.ParameterDict(), nn.LazyLinear(2)]
for part in parts:
    whole = io.BytesIO()
    torch.save(part, whole)
    whole.seek(0)
    print(torch.load(whole, weights_only=False))
