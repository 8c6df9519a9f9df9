# A linear layer and its cross entropy in one.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
loss = nn.LinearCrossEntropyLoss(5, 3)
print(loss, loss.state_dict().keys())
x, target = torch.randn(4, 5, requires_grad=True), torch.tensor([0, 2, 1, -100])
out = loss(x, target)
out.backward()
print(out, x.grad, loss.linear.weight.grad)
print(torch.allclose(out, F.cross_entropy(loss.linear(x), target)))
wide = nn.LinearCrossEntropyLoss(5, 3, out_features=(2,), bias=True, reduction="none",
                                 label_smoothing=0.1)
print(wide, wide(x, torch.randint(0, 3, (4, 2))))
print(F.linear_cross_entropy(x, loss.linear.weight, torch.randn(4, 3).softmax(1)))
print(F.linear_cross_entropy(x[0], loss.linear.weight, torch.tensor(1), reduction="sum"))
for wrong in (
    lambda: F.linear_cross_entropy(x, torch.ones(3, 4), target),
    lambda: F.linear_cross_entropy(x, torch.ones(5), target),
    lambda: F.linear_cross_entropy(x[None], torch.ones(3, 5), target),
    lambda: F.linear_cross_entropy(x, torch.ones(3, 5), target, linear_bias=torch.ones(2)),
    lambda: F.linear_cross_entropy(x[0], torch.ones(3, 2, 5), target),
    lambda: F.linear_cross_entropy(x, torch.ones(3, 5), torch.ones(4, 3), ignore_index=1),
    lambda: nn.LinearCrossEntropyLoss(5, 3, label_smoothing=2.0),
    lambda: nn.LinearCrossEntropyLoss(5, 3, weight=torch.ones(2)),
):
    try:
        wrong()
    except RuntimeError as error:
        print(error)
