# joining and splitting
import torch

a, b = torch.ones(2, 3), torch.zeros(2, 3)
print(torch.cat([a, b]), torch.cat((a, b), dim=1))
print(torch.stack([a, b]).shape, torch.stack((a, b), dim=-1).shape, torch.stack([a[0], b[0]]))
print(torch.hstack([a, b]).shape, torch.vstack((a, b)).shape, torch.dstack((a, b)).shape)
x = torch.arange(10)
print(x.split(4), x.chunk(3), torch.split(x, [3, 7]))
print(x.reshape(2, 5).unbind(), torch.unbind(a, dim=1), torch.tensor_split(x, 3))
print(torch.cat([torch.tensor([1]), torch.tensor([1.5])]))
try:
    torch.cat([a, torch.ones(3, 2)])
except RuntimeError as error:
    print(error)
try:
    torch.stack([a, torch.ones(3)])
except RuntimeError as error:
    print(error)
