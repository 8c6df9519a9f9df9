"""Batch norm without its running numbers, for models that are mapped or differentiated."""
import torch
from functorch.einops import rearrange
from functorch.experimental import jacfwd, replace_all_batch_norm_modules_
from torch import nn
from torch.func import jacrev, vmap

model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Sequential(nn.BatchNorm2d(2), nn.ReLU()))
print(replace_all_batch_norm_modules_(model) is model, model)
print(model[1][0].running_mean, model[1][0].num_batches_tracked, list(model.state_dict()))
x = torch.arange(32.0).view(2, 1, 4, 4).cos()
print(vmap(jacrev(lambda one: model(one[None])))(x).shape)
print(jacfwd.__name__)
print(rearrange(torch.arange(6).view(2, 3), "a b -> b a"))
