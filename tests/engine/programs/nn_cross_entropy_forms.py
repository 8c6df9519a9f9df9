# cross entropy: weights, ignored classes, smoothing, class probabilities, images
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(12)
logits = torch.randn(4, 3, requires_grad=True)
target = torch.tensor([0, 2, 1, -100])
print(F.cross_entropy(logits, target), F.cross_entropy(logits, target, reduction="none"))
print(F.cross_entropy(logits, target, reduction="sum", label_smoothing=0.2))
weight = torch.tensor([1.0, 2.0, 0.5])
loss = nn.CrossEntropyLoss(weight=weight, ignore_index=2)
print(loss, loss(logits, torch.tensor([0, 2, 1, 1])))
loss(logits, torch.tensor([0, 2, 1, 1])).backward()
print(logits.grad)
soft = torch.softmax(torch.randn(4, 3), dim=1)
print(F.cross_entropy(logits, soft), F.cross_entropy(logits, soft, weight=weight))
image = torch.randn(2, 3, 2, 2)
classes = torch.randint(3, (2, 2, 2))
print(F.cross_entropy(image, classes), F.cross_entropy(image, classes, reduction="none"))
print(F.nll_loss(F.log_softmax(image, 1), classes, weight=weight))
print(F.cross_entropy(torch.randn(3), torch.tensor(1)))
print(F.cross_entropy(logits, target).grad_fn.name(), F.nll_loss(logits, target).grad_fn.name())
for bad in (
    torch.tensor([0, 1, 2]),
    torch.tensor([0, 1, 2, 3]),
    torch.tensor([0.0, 1.0, 1.0, 0.0]),
):
    try:
        print(F.cross_entropy(logits, bad))
    except (RuntimeError, ValueError, IndexError) as error:
        print(type(error).__name__, error)
try:
    F.cross_entropy(logits, logits.detach().softmax(1), ignore_index=1)
except RuntimeError as error:
    print(error)
