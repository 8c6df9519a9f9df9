# attention and transformer layers
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
q = torch.randn(1, 2, 4)
print(F.scaled_dot_product_attention(q, q, q))
mha = nn.MultiheadAttention(4, 2, batch_first=True)
out, weights = mha(q, q, q)
print(out, weights)
layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)
print(layer(q).shape)
print(layer)
