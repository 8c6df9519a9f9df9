# Layers small enough that their formulas can be worked out: no two weights are the same.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(3)
x = torch.randn(3, 4, requires_grad=True)


def unequal(layer):
    """Give a layer weights of which none is 0 or 1."""
    for p in layer.parameters():
        p.data.uniform_(0.3, 0.9)
    return layer


fc = unequal(nn.Linear(4, 2))
fc(x).pow(2).sum().backward()
unequal(nn.LayerNorm(4))(x).pow(3).sum().backward()
unequal(nn.BatchNorm1d(4))(x).pow(3).sum().backward()
unequal(nn.BatchNorm1d(4)).eval()(x).pow(2).sum().backward()
unequal(nn.GroupNorm(2, 4))(x).pow(3).sum().backward()
images = torch.randn(1, 2, 4, 3, requires_grad=True)
unequal(nn.BatchNorm2d(2))(images).pow(3).sum().backward()
unequal(nn.Conv2d(2, 2, (2, 3), stride=(2, 1), padding=(1, 0)))(images).pow(2).sum().backward()
lstm = unequal(nn.LSTM(1, 2))
out, (h, c) = lstm(torch.randn(3, 1, 1, requires_grad=True))
(out.pow(2).sum() + h.sum() + c.pow(3).sum()).backward()
back = unequal(nn.LSTM(1, 1, bidirectional=True))
back(torch.randn(2, 1, 1, requires_grad=True))[0].pow(2).sum().backward()
q, k, v = (torch.randn(1, 1, 3, 2, requires_grad=True) for _ in range(3))
F.scaled_dot_product_attention(q, k, v).pow(2).sum().backward()
F.scaled_dot_product_attention(q, k, v, is_causal=True).pow(2).sum().backward()
scores = (q * 0.5) @ (k * 2).transpose(-2, -1)
(scores.softmax(-1) @ v).pow(2).sum().backward()
both = torch.cat([x, x * 2], dim=1)
first, second = both.split([3, 5], dim=1)
(first.pow(2).sum() + second.pow(3).sum()).backward()
torch.stack([x, x.sin()]).pow(2).sum().backward()
(x.std(dim=0).sum() + x.var(dim=1).pow(2).sum() + x.norm(dim=1).pow(3).sum()).backward()
emb = unequal(nn.Embedding(4, 3))
emb(torch.tensor([1, 0, 1])).pow(2).sum().backward()
F.cross_entropy(x, torch.tensor([2, 0, 3])).backward()
torch.where(x > 0, x, x * 0.1).pow(2).sum().backward()
(F.gelu(x) * F.silu(x)).sum().backward()
