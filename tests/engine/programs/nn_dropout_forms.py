# dropout masks by seed, every kind, in training and evaluation
import torch
from torch import nn
import torch.nn.functional as F

x = torch.ones(2, 3, 4)
for layer in (
    nn.Dropout(0.5),
    nn.Dropout(0.2, inplace=False),
    nn.Dropout1d(0.5),
    nn.AlphaDropout(0.3),
    nn.FeatureAlphaDropout(0.5),
):
    torch.manual_seed(4)
    print(layer)
    print(layer(x))
    layer.eval()
    print(torch.equal(layer(x), x))
torch.manual_seed(5)
print(nn.Dropout2d(0.5)(torch.ones(1, 4, 2, 2)), nn.Dropout3d()(torch.ones(1, 3, 1, 1, 2)))
torch.manual_seed(6)
w = torch.ones(8, requires_grad=True)
y = F.dropout(w, p=0.25)
y.sum().backward()
print(y, w.grad, F.dropout(w, 0.25, training=False) is w)
print(F.dropout(torch.ones(3), p=1.0), F.dropout(torch.ones(3), p=0.0))
try:
    nn.Dropout(1.5)
except ValueError as error:
    print(error)
# whole numbers cannot be scaled
for counts in (torch.tensor([1, 2]), torch.tensor([True])):
    print(torch.nn.functional.dropout(counts, 1.0), torch.nn.functional.dropout(counts, 0.0))
    try:
        torch.nn.functional.dropout(counts)
    except RuntimeError as error:
        print(error)
try:
    F.dropout2d(nn.Linear(2, 1))
except AttributeError as error:
    print(error)

# half types divide by the share that stays as float32 has it; channels without a batch; old forms
torch.manual_seed(0)
print(F.dropout(torch.ones(3, dtype=torch.float16), 0.3))
print(F.dropout2d(torch.ones(2, 3, 2)), torch.rand(1))
print(F.dropout3d(torch.ones(1, 2)), torch.rand(1))
print(torch.feature_dropout(torch.ones(2, 3), 0.5, True))
try:
    F.dropout(torch.ones(3, dtype=torch.int64))
except RuntimeError as error:
    print(error, torch.rand(1))
