# broadcasting shapes
import torch

a = torch.arange(3.0).reshape(3, 1)
b = torch.arange(4.0)
print(a + b)
print((a * b).shape, (torch.ones(2, 1, 3) + torch.ones(5, 1)).shape)
print(torch.ones(2, 3) * torch.tensor([1, 2, 3]))
print(torch.broadcast_tensors(a, b)[0].shape, torch.broadcast_to(b, (2, 4)))
try:
    torch.ones(3) + torch.ones(2)
except RuntimeError as error:
    print(error)
try:
    torch.ones(2, 3) * torch.ones(2, 4)
except RuntimeError as error:
    print(error)
