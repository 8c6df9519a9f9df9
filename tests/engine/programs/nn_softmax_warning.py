# softmax without dim warns
import torch
import torch.nn.functional as F
from torch import nn

x = torch.tensor([[1.0, 2.0, 3.0]])
print(nn.Softmax()(x))
print(F.log_softmax(x), torch.softmax(x, dim=1).sum())
