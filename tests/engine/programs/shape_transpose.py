# t, T, transpose, permute, movedim, mT
import torch

x = torch.arange(6).reshape(2, 3)
print(x.t(), x.T, x.transpose(0, 1))
z = torch.zeros(2, 3, 4)
print(z.permute(2, 0, 1).shape, z.permute((1, 0, 2)).shape, z.transpose(-1, -2).shape)
print(z.mT.shape, torch.transpose(z, 0, 2).shape, torch.movedim(z, 0, -1).shape)
print(torch.permute(z, (0, 2, 1)).shape, z.swapaxes(0, 1).shape, z.swapdims(1, 2).shape)
try:
    z.t()
except RuntimeError as error:
    print(error)
try:
    x.transpose(0, 5)
except IndexError as error:
    print(error)
