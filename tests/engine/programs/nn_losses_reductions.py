# every loss with every reduction, and the gradient of its mean
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(10)
p, t = torch.rand(3, 4), torch.rand(3, 4)
signs = torch.tensor([[1.0, -1.0, 1.0, 1.0]] * 3)
for make, target in (
    (nn.MSELoss, t),
    (nn.L1Loss, t),
    (nn.SmoothL1Loss, t),
    (nn.HuberLoss, t),
    (nn.BCELoss, t),
    (nn.BCEWithLogitsLoss, t),
    (nn.KLDivLoss, t),
    (nn.PoissonNLLLoss, t),
    (nn.SoftMarginLoss, signs),
    (nn.HingeEmbeddingLoss, signs),
    (nn.MultiLabelSoftMarginLoss, t.round()),
    (nn.CrossEntropyLoss, torch.tensor([0, 3, 1])),
    (nn.NLLLoss, torch.tensor([0, 3, 1])),
    (nn.MultiMarginLoss, torch.tensor([0, 3, 1])),
    (nn.MultiLabelMarginLoss, torch.tensor([[0, 3, -1, 1], [1, -1, 0, 0], [2, 0, 1, -1]])),
):
    for reduction in ("none", "mean", "sum"):
        inputs = p.clone().requires_grad_()
        loss = make(reduction=reduction)(inputs, target)
        print(make.__name__, reduction, loss)
    loss.sum().backward()
    print(inputs.grad)
weight = torch.ones(2, requires_grad=True)
for loss in (
    lambda: F.cross_entropy(torch.eye(2), torch.tensor([0, 1]), weight),
    lambda: F.nll_loss(torch.eye(2), torch.tensor([0, 1]), weight),
    lambda: F.binary_cross_entropy(torch.eye(2), torch.eye(2), weight),
    lambda: F.binary_cross_entropy_with_logits(torch.eye(2), torch.eye(2), pos_weight=weight),
    lambda: F.multi_margin_loss(torch.eye(2), torch.tensor([0, 1]), weight=weight),
    lambda: F.triplet_margin_with_distance_loss(weight, torch.eye(2), weight),
):
    try:
        loss()
    except RuntimeError as error:
        print(error)
