# mse_loss of unequal sizes warns
import torch
import torch.nn.functional as F

print(F.mse_loss(torch.ones(3, 1), torch.zeros(3)))
try:
    F.binary_cross_entropy(torch.ones(3, 1) * 0.5, torch.zeros(3))
except ValueError as error:
    print(error)
try:
    F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 5]))
except IndexError as error:
    print(error)
try:
    F.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.0]))
except RuntimeError as error:
    print(error)
