# zeros, ones, full, eye, empty shapes and dtypes
import torch

print(torch.zeros(2, 3))
print(torch.ones((2, 2)))
print(torch.ones(2, dtype=torch.int32))
print(torch.full((2, 2), 7))
print(torch.full((2,), 0.5))
print(torch.full((2,), True))
print(torch.eye(3))
print(torch.eye(2, 3, dtype=torch.int64))
print(torch.empty(2, 0).shape, torch.zeros(0))
print(torch.zeros([2]), torch.zeros(size=(1,)))
print(torch.ones(()))
