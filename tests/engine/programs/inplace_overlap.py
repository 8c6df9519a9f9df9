# reading and writing parts of one memory
import torch

x = torch.arange(5.0)
try:
    x[1:].add_(x[:-1])
except RuntimeError as error:
    print(error)
x[1:] = x[:-1].clone()
print(x)
try:
    torch.zeros(1).expand(3).add_(1)
except RuntimeError as error:
    print(error)
x = torch.arange(4.0).view(2, 1, 2)
try:
    x.addcmul_(x.movedim(0, -1).permute(2, 1, 0), x.movedim(0, -1).permute(2, 1, 0))
except RuntimeError as error:
    print(error)
y = torch.arange(3.0).view(3, 1)
try:
    y.addcmul_(y.t(), y.t())
except RuntimeError as error:
    print(error)
