# clipping and parameter vectors
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_, parameters_to_vector

p = nn.Parameter(torch.tensor([3.0, 4.0]))
(p * p).sum().backward()
print(p.grad, clip_grad_norm_([p], 1.0), p.grad)
clip_grad_value_([p], 0.5)
print(p.grad, parameters_to_vector([p, p]))
