# attention one token at a time with a cache equals attention over all with a causal mask
import torch
import torch.nn.functional as F

torch.manual_seed(32)
steps, heads, width = 4, 2, 3
q, k, v = torch.randn(3, heads, steps, width).unbind(0)
mask = torch.ones(steps, steps).tril().bool()
scores = q @ k.transpose(-2, -1) / width**0.5
whole = scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v
keys, values = torch.empty(heads, 0, width), torch.empty(heads, 0, width)
rows = []
for t in range(steps):
    keys = torch.cat([keys, k[:, t : t + 1]], dim=1)
    values = torch.cat([values, v[:, t : t + 1]], dim=1)
    weights = (q[:, t : t + 1] @ keys.mT / width**0.5).softmax(-1)
    rows.append(weights @ values)
    print(t, keys.shape, weights.shape, weights.sum())
one_by_one = torch.cat(rows, dim=1)
print(whole, torch.allclose(whole, one_by_one, atol=1e-6))
built_in = F.scaled_dot_product_attention(q, k, v, is_causal=True)
print(torch.allclose(whole, built_in, atol=1e-6))
print(whole.transpose(0, 1).reshape(steps, -1).shape, keys.stride(), k.is_contiguous())
