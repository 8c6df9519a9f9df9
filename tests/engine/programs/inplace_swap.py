# swapping rows: the trap of views, and how to do it right
import torch

a = torch.arange(6).reshape(3, 2)
a[0], a[1] = a[1], a[0]
print(a)
a = torch.arange(6).reshape(3, 2)
a[[0, 1]] = a[[1, 0]]
print(a)
a = torch.arange(6).reshape(3, 2)
a[0], a[1] = a[1].clone(), a[0].clone()
print(a)
b = torch.tensor([1, 2])
b[0], b[1] = b[1].item(), b[0].item()
print(b)
