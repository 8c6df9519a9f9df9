# squeeze and unsqueeze
import torch

x = torch.zeros(1, 3, 1)
print(x.squeeze().shape, x.squeeze(0).shape, x.squeeze(1).shape, x.squeeze(-1).shape)
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, torch.unsqueeze(torch.tensor(1), 0))
print(torch.squeeze(torch.ones(1, 1)), x.squeeze((0, 2)).shape)
print(torch.ones(3)[None].shape, torch.ones(3)[:, None].shape)
print(torch.atleast_2d(torch.tensor(1.0)), torch.atleast_1d(torch.tensor(2)))
