# scaled dot products and a causal mask
import math

import torch

torch.manual_seed(0)
q, k, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)
scores = q @ k.T / math.sqrt(4)
mask = torch.tril(torch.ones(3, 3)) == 0
scores = scores.masked_fill(mask, float("-inf"))
weights = torch.softmax(scores, dim=-1)
print(weights)
print(weights @ v)
