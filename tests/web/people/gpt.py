import math, torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
class Attention(nn.Module):
    def __init__(self, c, heads):
        super().__init__()
        self.qkv = nn.Linear(c, 3 * c)
        self.proj = nn.Linear(c, c)
        self.heads = heads
        self.register_buffer("mask", torch.tril(torch.ones(8, 8)).view(1, 1, 8, 8))
    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.qkv(x).split(C, dim=2)
        k = k.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        q = q.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        v = v.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.proj(y)
class Block(nn.Module):
    def __init__(self, c, heads):
        super().__init__()
        self.ln1, self.attn = nn.LayerNorm(c), Attention(c, heads)
        self.ln2 = nn.LayerNorm(c)
        self.mlp = nn.Sequential(nn.Linear(c, 4 * c), nn.GELU(), nn.Linear(4 * c, c))
    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        x = x + self.mlp(self.ln2(x))
        return x
class GPT(nn.Module):
    def __init__(self, vocab=11, c=8, layers=2, heads=2):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocab, c), nn.Embedding(8, c)
        self.blocks = nn.ModuleList([Block(c, heads) for _ in range(layers)])
        self.ln = nn.LayerNorm(c)
        self.head = nn.Linear(c, vocab, bias=False)
        self.wte.weight = self.head.weight
        self.apply(self._init_weights)
    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                torch.nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
    def forward(self, idx, targets=None):
        B, T = idx.shape
        pos = torch.arange(T)
        x = self.wte(idx) + self.wpe(pos)
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.ln(x))
        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        return logits, loss
model = GPT()
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
losses = []
for step in range(2):
    xb = torch.randint(0, 11, (2, 8))
    yb = torch.randint(0, 11, (2, 8))
    logits, loss = model(xb, yb)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    losses.append(loss.item())
context = torch.zeros((1, 1), dtype=torch.long)
model.eval()
with torch.no_grad():
    for _ in range(3):
        logits, loss = model(context, context)
        probs = F.softmax(logits[:, -1, :], dim=-1)
        token = probs.argmax(dim=-1, keepdim=True)
        context = torch.cat((context, token), dim=1)
print([round(each, 3) for each in losses], context.tolist())
