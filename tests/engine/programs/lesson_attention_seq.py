# additive and dot-product attention over encoder states
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(74)


class BahdanauAttention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.Wa, self.Ua, self.Va = nn.Linear(size, size), nn.Linear(size, size), nn.Linear(size, 1)

    def forward(self, query, keys):
        scores = self.Va(torch.tanh(self.Wa(query) + self.Ua(keys))).squeeze(2).unsqueeze(1)
        weights = F.softmax(scores, dim=-1)
        return torch.bmm(weights, keys), weights


query, keys = torch.randn(2, 1, 4, requires_grad=True), torch.randn(2, 5, 4)
context, weights = BahdanauAttention(4)(query, keys)
print(context, weights, weights.sum(-1))
scores = torch.bmm(query, keys.transpose(1, 2)) / 4**0.5
mask = torch.arange(5)[None, None] >= torch.tensor([3, 5])[:, None, None]
masked = F.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)
print(masked, masked.grad_fn.name())
(masked @ keys).sum().backward()
print(query.grad)
same = F.scaled_dot_product_attention(query, keys, keys, attn_mask=~mask)
print(torch.allclose(same, masked @ keys, atol=1e-6))
position = torch.arange(6).unsqueeze(1)
div = torch.exp(torch.arange(0, 4, 2) * (-torch.log(torch.tensor(10000.0)) / 4))
pe = torch.zeros(6, 4)
pe[:, 0::2], pe[:, 1::2] = torch.sin(position * div), torch.cos(position * div)
print(pe)
