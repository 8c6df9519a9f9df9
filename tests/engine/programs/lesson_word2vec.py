# skip-gram with negative sampling
import torch
from torch import nn
import torch.nn.functional as F

words = "the quick fox jumps over the lazy dog the fox".split()
vocab = {w: i for i, w in enumerate(dict.fromkeys(words))}
ids = torch.tensor([vocab[w] for w in words])
pairs = [(ids[i], ids[j]) for i in range(len(ids)) for j in (i - 1, i + 1) if 0 <= j < len(ids)]
center, context = torch.stack([p[0] for p in pairs]), torch.stack([p[1] for p in pairs])
torch.manual_seed(48)
u, v = nn.Embedding(len(vocab), 4), nn.Embedding(len(vocab), 4)
optimizer = torch.optim.SparseAdam if False else torch.optim.Adagrad
optimizer = optimizer([*u.parameters(), *v.parameters()], lr=0.5)
for epoch in range(3):
    negative = torch.randint(len(vocab), (len(pairs), 2))
    positive_score = (u(center) * v(context)).sum(1)
    negative_score = torch.bmm(v(negative), u(center).unsqueeze(2)).squeeze(2)
    loss = -(F.logsigmoid(positive_score).mean() + F.logsigmoid(-negative_score).sum(1).mean())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, f"{loss.item():.4f}", u.weight.grad.abs().sum(1))
similar = F.cosine_similarity(u.weight[vocab["fox"]], u.weight, dim=1)
print(similar, similar.topk(2).indices)
