# a leaf that requires grad may not be written in place
import torch

w = torch.ones(2, requires_grad=True)
for attempt in (
    lambda: w.add_(1),
    lambda: w.zero_(),
    lambda: w.__setitem__(0, 5.0),
    lambda: w.view(2).mul_(2),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
with torch.no_grad():
    w -= 0.1
print(w, w.is_leaf, w._version)
w.data.mul_(2)
print(w, w._version)
try:
    w += 1
except RuntimeError as error:
    print(error)
