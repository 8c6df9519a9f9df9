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
