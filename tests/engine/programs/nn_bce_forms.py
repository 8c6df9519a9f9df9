# binary cross entropy with weights, extreme logits, wrong shapes
import torch
from torch import nn
import torch.nn.functional as F

logits = torch.tensor([[-100.0, -1.0, 0.0], [2.0, 50.0, 100.0]], requires_grad=True)
target = torch.tensor([[0.0, 1.0, 1.0], [0.0, 1.0, 0.0]])
loss = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0, 2.0, 3.0]), reduction="none")
print(loss, loss(logits, target))
loss(logits, target).sum().backward()
print(logits.grad)
print(F.binary_cross_entropy(torch.sigmoid(logits.detach()), target, reduction="none"))
print(nn.BCELoss(weight=torch.tensor([1.0, 0.0, 2.0]))(torch.full((2, 3), 0.25), target))
try:
    F.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.0]))
except RuntimeError as error:
    print(str(error).splitlines()[0])
for call in (F.binary_cross_entropy, F.binary_cross_entropy_with_logits):
    try:
        call(torch.rand(3, 1), torch.rand(3))
    except ValueError as error:
        print(error)
try:
    F.binary_cross_entropy(torch.rand(2), torch.tensor([1, 0]))
except RuntimeError as error:
    print(error)
