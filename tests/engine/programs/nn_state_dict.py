# state_dict, load_state_dict, save and load
import io
import torch
from torch import nn

torch.manual_seed(0)
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
print(a.state_dict())
print(b.load_state_dict(a.state_dict()), torch.equal(a.weight, b.weight))
file = io.BytesIO()
torch.save(a.state_dict(), file)
file.seek(0)
print(torch.load(file).keys())
try:
    b.load_state_dict({"weight": torch.ones(2, 2)})
except RuntimeError as error:
    print(error)
try:
    b.load_state_dict({"weight": torch.ones(3, 2), "bias": torch.ones(2)})
except RuntimeError as error:
    print(error)
