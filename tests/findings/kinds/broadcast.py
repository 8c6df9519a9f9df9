"""Shapes that are stretched though that was not meant."""

from tests.findings.programs import Positive

NET = """import torch
import torch.nn.functional as F
torch.manual_seed(0)
x, y = torch.randn(5, 2), torch.randn(5)
net = torch.nn.Linear(2, 1)
pred = net(x)
"""
END = "\nloss.backward()\n"

POSITIVE = {
    "a difference of a column and a row": Positive(
        NET + "loss = ((pred - y) ** 2).mean()" + END, 7, ("[5, 1] and [5] made [5, 5]",),
        ("[5, 1] 与 [5] 得到 [5, 5]",),
        fixed=NET + "loss = ((pred.squeeze(1) - y) ** 2).mean()" + END),
    "mse_loss": Positive(
        NET + "loss = F.mse_loss(pred, y)" + END, 7, ("[5, 1] and [5] made [5, 5]",), (),
        fixed=NET + "loss = F.mse_loss(pred, y.unsqueeze(1))" + END),
    "a criterion": Positive(
        NET + "criterion = torch.nn.MSELoss()\nloss = criterion(pred, y)" + END, 8, ("[5, 5]",)),
    "smooth_l1_loss, the row first": Positive(
        NET + "loss = F.smooth_l1_loss(y, pred)" + END, 7, ("[5] and [5, 1] made [5, 5]",)),
    "l1_loss": Positive(NET + "loss = F.l1_loss(net(x), y)" + END, 7, ("[5, 5]",)),
    "in a loop": Positive(
        NET + "opt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor step in range(3):\n"
        "    opt.zero_grad()\n    loss = (net(x) - y).abs().mean()\n    loss.backward()\n"
        "    opt.step()", 10, ("every entry met every other",)),
}

NEGATIVE = {
    "both columns": NET + "loss = F.mse_loss(pred, y.unsqueeze(1))" + END,
    "squeezed": NET + "loss = ((net(x).squeeze(1) - y) ** 2).mean()" + END,
    "distances of all pairs":
        NET + "p = pred.squeeze(1)\nloss = (p[:, None] - p[None, :]).abs().mean()" + END,
    "distances of all pairs, with a name":
        NET + "p = pred.squeeze(1)\ncolumn = p.unsqueeze(1)\n"
        "loss = (column - p).pow(2).sum()" + END,
    "a row less its mean": NET + "loss = (x - x.mean(1, keepdim=True)).sum() + pred.sum()" + END,
    "a kernel of two sets":
        NET + "centers = torch.randn(5, 2, requires_grad=True)\n"
        "d = (x[:, None, :] - centers[None, :, :]).pow(2).sum(-1)\n"
        "loss = torch.exp(-d).mean() + pred.sum()" + END,
    "a bias for every row":
        NET + "b = torch.zeros(2, requires_grad=True)\nloss = (x + b).sum() + pred.sum()" + END,
    "an outer product": NET + "loss = (pred * y).sum()" + END,
}
