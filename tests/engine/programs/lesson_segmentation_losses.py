# dice, focal, label smoothing and mixup
import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, -1.0], [0.5, 0.0], [-3.0, 1.0]], requires_grad=True)
mask = torch.tensor([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
p = torch.sigmoid(logits)
dice = 1 - (2 * (p * mask).sum() + 1) / (p.sum() + mask.sum() + 1)
bce = F.binary_cross_entropy_with_logits(logits, mask, reduction="none")
focal = ((1 - torch.exp(-bce)) ** 2 * bce).mean()
iou = ((p > 0.5) & mask.bool()).sum() / ((p > 0.5) | mask.bool()).sum()
print(dice, focal, iou)
for loss in (dice, focal):
    print(torch.autograd.grad(loss, logits, retain_graph=True)[0])
scores = torch.tensor([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]])
target = torch.tensor([1, 2])
smooth = F.one_hot(target, 3) * 0.9 + 0.1 / 3
print(smooth, F.cross_entropy(scores, smooth))
print(F.cross_entropy(scores, target, label_smoothing=0.1))
mixed = 0.7 * F.one_hot(target, 3).float() + 0.3 * F.one_hot(target.flip(0), 3).float()
print(mixed, F.cross_entropy(scores, mixed))
print(F.cross_entropy(scores, target, weight=torch.tensor([1.0, 2.0, 4.0])))
print(F.cross_entropy(scores, torch.tensor([1, -100])))
print(F.nll_loss(F.log_softmax(scores, 1), target))
