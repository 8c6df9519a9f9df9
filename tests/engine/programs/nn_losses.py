# losses as modules and functions
import torch
import torch.nn.functional as F
from torch import nn

p = torch.tensor([[0.2, 0.7], [0.9, 0.4]], requires_grad=True)
t = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
for loss in (
    nn.MSELoss(),
    nn.L1Loss(),
    nn.SmoothL1Loss(),
    nn.HuberLoss(),
    nn.BCELoss(),
    nn.BCEWithLogitsLoss(),
    nn.MSELoss(reduction="sum"),
    nn.MSELoss(reduction="none"),
    nn.KLDivLoss(reduction="batchmean"),
    nn.SoftMarginLoss(),
    nn.PoissonNLLLoss(),
):
    print(loss, loss(p, t))
classes = torch.tensor([1, 0])
print(nn.CrossEntropyLoss()(p, classes), F.cross_entropy(p, classes, reduction="none"))
print(nn.NLLLoss()(F.log_softmax(p, dim=1), classes), F.nll_loss(F.log_softmax(p, 1), classes))
print(
    F.mse_loss(p, t),
    F.l1_loss(p, t),
    F.binary_cross_entropy(p, t),
    F.binary_cross_entropy_with_logits(p, t),
)
print(
    nn.CrossEntropyLoss(label_smoothing=0.1)(p, classes),
    nn.CrossEntropyLoss(weight=torch.tensor([1.0, 3.0]))(p, classes),
)
print(
    nn.CosineEmbeddingLoss()(p, t, torch.tensor([1, -1])),
    nn.MarginRankingLoss()(p[:, 0], p[:, 1], torch.tensor([1, -1])),
)
scores = torch.zeros(2, 3, requires_grad=True)
masked = torch.tensor([[0.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
nn.functional.kl_div(scores.log_softmax(1), masked, reduction="sum").backward()
print(scores.grad)
