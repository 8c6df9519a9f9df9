# a siamese net with shared weights, contrastive and triplet loss
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(75)
embed = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(embed.parameters(), lr=0.02)
a, p, n = torch.randn(3, 10, 4)
p = a + 0.1 * p
for step in range(4):
    ea, ep, en = embed(a), embed(p), embed(n)
    triplet = F.triplet_margin_loss(ea, ep, en, margin=0.5)
    dp, dn = F.pairwise_distance(ea, ep), F.pairwise_distance(ea, en)
    contrastive = dp.pow(2).mean() + F.relu(1 - dn).pow(2).mean()
    optimizer.zero_grad()
    (triplet + contrastive).backward()
    optimizer.step()
    print(f"{step} triplet {triplet:.4f} contrastive {contrastive:.4f} {(dp < dn).sum()}/10")
print(F.cosine_similarity(ea, ep)[:3], torch.cdist(ea[:2], en[:2]))
z = F.normalize(torch.cat([ea, ep]), dim=1)
logits = z @ z.T / 0.5
logits.fill_diagonal_(float("-inf"))
targets = torch.cat([torch.arange(10) + 10, torch.arange(10)])
print(F.cross_entropy(logits, targets))
