# CTC: reductions, targets in rows and in one line, gradients, what cannot be aligned
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(57)
T, N, C = 6, 3, 4
logits = torch.randn(T, N, C, requires_grad=True)
log_probs = logits.log_softmax(2)
targets = torch.tensor([[1, 2, 2], [3, 0, 0], [1, 3, 0]])
lengths, sizes = torch.tensor([6, 5, 4]), torch.tensor([3, 1, 2])
for reduction in ("none", "mean", "sum"):
    loss = nn.CTCLoss(reduction=reduction)(log_probs, targets, lengths, sizes)
    print(reduction, loss)
F.ctc_loss(log_probs, targets, lengths, sizes).backward()
print(logits.grad)
line = torch.tensor([1, 2, 2, 3, 1, 3])
print(F.ctc_loss(log_probs, line, (6, 5, 4), (3, 1, 2), reduction="none"))
print(F.ctc_loss(log_probs, targets % 3, lengths, sizes, blank=3, reduction="none"))
print(nn.CTCLoss(), nn.CTCLoss(blank=1).blank)
print(F.ctc_loss(log_probs[:, 0], torch.tensor([1, 2]), torch.tensor(6), torch.tensor(2)))
short = torch.tensor([3, 2, 2])
print(F.ctc_loss(log_probs, targets, short, sizes, reduction="none"))
leaf = log_probs.detach().requires_grad_()
F.ctc_loss(leaf, targets, short, sizes, zero_infinity=True).backward()
print(leaf.grad[:, 0])
for call in (
    lambda: F.ctc_loss(log_probs, targets, (7, 5, 4), (3, 1, 2)),
    lambda: F.ctc_loss(log_probs, targets, lengths, sizes, blank=9),
    lambda: F.ctc_loss(log_probs, targets, lengths[:2], sizes),
):
    try:
        call()
    except RuntimeError as error:
        print(error)

# what does not fit: as many labels as the lengths say, whole lengths, of one kind, of scores
several, two = torch.tensor([6, 5]), torch.tensor([3, 2])
scores, rows = torch.zeros(6, 2, 4).log_softmax(2), torch.tensor([[1, 2, 3], [2, 2, 1]])
for wrong in (
    (scores, rows, several, torch.tensor([4, 2])),
    (scores, rows, several, two.float()),
    (scores, rows[:1], several, two),
    (scores, rows[0], several, two),
    (scores, rows, torch.tensor([-1, 2]), two),
    (scores, rows, (6, 5), two),
    (scores, rows[None], several, two),
    (scores.half(), rows, several, two),
    (scores[:0], rows, several, two),
):
    try:
        print(F.ctc_loss(*wrong))
    except (RuntimeError, TypeError, NotImplementedError) as error:
        print(error)
# Every step is rounded; and where nothing can be aligned, the gradient is nowhere a number
long = torch.randn(20, 2, 6).log_softmax(2).requires_grad_()
each = F.ctc_loss(long, torch.tensor([[1, 2, 3], [4, 4, 5]]), (20, 18), (3, 3), reduction="none")
print(each.tolist())
each.sum().backward()
print(long.grad[::6, 1].tolist())
leaf.grad = None
F.ctc_loss(leaf, targets, short, sizes, reduction="sum").backward()
print(leaf.grad[:, 0])
# labels in one line are as many as their lengths say, without a batch too
for count in (2, 3):
    try:
        print(torch.nn.functional.ctc_loss(
            torch.zeros(5, 4).log_softmax(1), torch.arange(1, count + 1), (5,), (2,)))
    except RuntimeError as error:
        print(error)
