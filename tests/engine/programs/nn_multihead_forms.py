# MultiheadAttention: weights, masks, kdim and vdim, batch_first
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(24)
attention = nn.MultiheadAttention(4, 2, batch_first=True)
print(attention, attention.in_proj_weight)
q, k = torch.randn(2, 3, 4), torch.randn(2, 5, 4)
out, weights = attention(q, k, k)
print(out, weights, weights.sum(-1))
print(attention(q, k, k, need_weights=False)[1])
print(attention(q, k, k, average_attn_weights=False)[1].shape)
causal = torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1)
print(attention(q, q, q, attn_mask=causal)[1])
(out * torch.arange(4.0)).sum().backward()
print(attention.out_proj.weight.grad, attention.in_proj_bias.grad[8:])
other = nn.MultiheadAttention(4, 1, kdim=3, vdim=2, bias=False)
print(other, [n for n, _ in other.named_parameters()])
print(other(torch.ones(2, 1, 4), torch.ones(3, 1, 3), torch.ones(3, 1, 2))[0])
print(
    F.scaled_dot_product_attention(q, k, k),
    F.scaled_dot_product_attention(q, q, q, is_causal=True)[0],
)
try:
    nn.MultiheadAttention(5, 2)
except AssertionError as error:
    print(error)
