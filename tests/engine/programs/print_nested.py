# three and four dimensions, and rows longer than a line
import torch

print(torch.arange(24).reshape(2, 3, 4))
print(torch.arange(16.0).reshape(2, 2, 2, 2))
print(torch.arange(40))
print(torch.arange(30.0) / 4)
print(torch.zeros(30))
print(torch.ones(3, 1, 2))
