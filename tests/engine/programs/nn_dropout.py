# dropout: seeded masks, train and eval
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
layer = nn.Dropout(0.5)
print(layer, layer(torch.ones(8)), F.dropout(torch.ones(6), p=0.2))
layer.eval()
print(layer(torch.ones(4)), F.dropout(torch.ones(3), training=False))
x = torch.ones(5, requires_grad=True)
y = F.dropout(x, 0.4)
y.sum().backward()
print(y, x.grad)
try:
    nn.Dropout(1.5)
except ValueError as error:
    print(error)
