# an optimizer's state saved, loaded and gone on with
import copy
import io

import torch
from torch import nn, optim


def steps(model, optimizer, count):
    for _ in range(count):
        optimizer.zero_grad()
        loss = model(torch.ones(2, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
    return loss


torch.manual_seed(13)
model = nn.Linear(3, 2)
optimizer = optim.Adam(model.parameters(), lr=0.05)
print(steps(model, optimizer, 3))
saved = copy.deepcopy({"model": model.state_dict(), "optimizer": optimizer.state_dict()})
print(steps(model, optimizer, 3))
other = nn.Linear(3, 2)
second = optim.Adam(other.parameters(), lr=1.0)
buffer = io.BytesIO()
torch.save(saved, buffer)
buffer.seek(0)
loaded = torch.load(buffer, weights_only=True)
print(other.load_state_dict(loaded["model"]))
second.load_state_dict(loaded["optimizer"])
print(second.param_groups[0]["lr"], second.state[other.weight]["step"])
print(steps(other, second, 3), torch.equal(other.weight, model.weight))
print(list(saved["optimizer"]["state"]), saved["optimizer"]["state"][1])
try:
    second.load_state_dict(optim.SGD([other.weight], lr=0.1).state_dict())
except ValueError as error:
    print(error)
