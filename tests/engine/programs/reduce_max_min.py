# max, min, argmax, argmin: whole, by dim, by element
import torch

x = torch.tensor([[1.0, 5.0, 2.0], [7.0, 0.0, 3.0]])
print(x.max(), x.min(), x.argmax(), x.argmin())
print(x.max(1))
print(x.min(dim=0))
values, indices = x.max(dim=1)
print(values, indices)
print(torch.max(x, 0).values, x.max(0).indices, x.max(1)[1])
print(x.argmax(1), x.argmax(dim=0, keepdim=True), torch.argmin(x, dim=1))
print(torch.max(x, torch.full((2, 3), 2.5)), torch.amax(x, 1), torch.amin(x, dim=0))
print(x.max(1, keepdim=True))
print(torch.aminmax(x))
