# relu_ writes into what the skip connection and exp still need
import torch

x = torch.tensor([-1.0, 2.0], requires_grad=True)
h = x.exp()
skip = h
(torch.relu_(h) + skip).sum().backward()
