# InfoNCE, triplets, cosine similarity: losses that compare embeddings
import torch
import torch.nn.functional as F

a = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]], requires_grad=True)
b = torch.tensor([[2.0, 0.5], [0.1, 1.0], [1.0, -1.0]], requires_grad=True)
za, zb = F.normalize(a, dim=1), F.normalize(b, dim=1)
logits = za @ zb.t() / 0.5
labels = torch.arange(3)
loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2
loss.backward()
print(logits, loss)
print(a.grad, (a.grad * a).sum(1).abs() < 1e-6)
print(F.cosine_similarity(a, b), F.cosine_similarity(a[:, None], b[None], dim=-1).shape)
print(F.triplet_margin_loss(a, b, b.flip(0)), F.pairwise_distance(a, b))
print(F.cosine_embedding_loss(a, b, torch.tensor([1, 1, -1]), margin=0.2))
same = torch.tensor([1.0, 1.0, 0.0])
gap = F.pairwise_distance(a, b)
pairs = same * gap.pow(2) + (1 - same) * torch.clamp(1 - gap, min=0).pow(2)
a.grad = None
pairs.mean().backward()
print(pairs, a.grad)
