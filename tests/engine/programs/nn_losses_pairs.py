# losses of two and three inputs
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(11)
a, b, c = torch.randn(3, 3, 4).unbind()
y = torch.tensor([1.0, -1.0, 1.0])
for reduction in ("none", "mean", "sum"):
    print(nn.CosineEmbeddingLoss(margin=0.1, reduction=reduction)(a, b, y))
    print(nn.MarginRankingLoss(margin=0.5, reduction=reduction)(a[0], b[0], torch.ones(4)))
    print(nn.TripletMarginLoss(reduction=reduction)(a, b, c))
    print(nn.GaussianNLLLoss(reduction=reduction)(a, b, c.abs()))
distance = nn.TripletMarginWithDistanceLoss(distance_function=nn.PairwiseDistance(), margin=0.3)
print(distance(a, b, c), nn.TripletMarginLoss(swap=True, p=1)(a, b, c))
print(nn.PairwiseDistance(p=1)(a, b), nn.PairwiseDistance(keepdim=True)(a, b))
print(nn.CosineSimilarity(dim=1)(a, b), nn.CosineSimilarity(dim=0, eps=1e-3)(a, b))
print(nn.GaussianNLLLoss(full=True)(a, b, torch.ones(3, 1)))
a.requires_grad_()
loss = F.triplet_margin_loss(a, b, c)
loss.backward()
print(loss, a.grad)
try:
    F.mse_loss(a, b, reduction="average")
except ValueError as error:
    print(error)
print(F.mse_loss(torch.ones(2, 1), torch.zeros(2)))
single, double = torch.tensor([1.0, 2.0], requires_grad=True), torch.ones(2, dtype=torch.double)
alike = F.cosine_similarity(single, double, dim=0)
print(alike, alike.grad_fn.next_functions[0][0].next_functions)
