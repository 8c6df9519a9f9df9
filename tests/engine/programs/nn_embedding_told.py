# how tables of vectors tell their settings, odd ones too; a soft margin in the dtype of its input
import torch
from torch import nn

print(nn.Embedding(3, 2, padding_idx=-1, max_norm=1.5, norm_type=1.0, scale_grad_by_freq=True))
print(nn.Embedding(3, 2, sparse=None), nn.Embedding(3, 2, sparse=True), nn.Embedding(3, 2, 0))
print(nn.EmbeddingBag(3, 2, 1.0, 3.0, True, "sum", padding_idx=-2), nn.EmbeddingBag(3, 2, "a"))
loss = nn.functional.soft_margin_loss(torch.ones(2), torch.ones(2).double())
print(loss, loss.dtype)
