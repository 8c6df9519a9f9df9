# every loss with every reduction, and the gradient of its mean
import torch
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
