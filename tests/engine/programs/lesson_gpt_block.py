# a decoder block written out: causal attention, layer norm, residuals, tied weights
import math

import torch
from torch import nn
from torch.nn import functional as F


class Block(nn.Module):
    def __init__(self, d, heads, length):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))
        self.register_buffer(
            "mask", torch.tril(torch.ones(length, length)).view(1, 1, length, length)
        )

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.qkv(self.ln1(x)).split(C, dim=2)
        q, k, v = (t.view(B, T, self.heads, C // self.heads).transpose(1, 2) for t in (q, k, v))
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        y = F.softmax(att, dim=-1) @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        x = x + self.out(y)
        return x + self.mlp(self.ln2(x))


torch.manual_seed(44)
embed, position = nn.Embedding(7, 8), nn.Parameter(torch.zeros(1, 5, 8))
blocks = nn.Sequential(*[Block(8, 2, 5) for _ in range(2)])
head = nn.Linear(8, 7, bias=False)
head.weight = embed.weight
tokens = torch.randint(7, (2, 6))
params = [*embed.parameters(), position, *blocks.parameters()]
optimizer = torch.optim.AdamW(params, lr=1e-2)
for step in range(4):
    x, y = tokens[:, :-1], tokens[:, 1:]
    logits = head(blocks(embed(x) + position))
    loss = F.cross_entropy(logits.reshape(-1, 7), y.reshape(-1))
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
print(sum(p.numel() for p in params), head.weight is embed.weight, logits[0, 0])
