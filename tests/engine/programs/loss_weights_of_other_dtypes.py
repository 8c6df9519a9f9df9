# weights of a loss that are integers or doubles, as masks and counts are
import torch
import torch.nn.functional as F

logits = torch.tensor([[1.0, -2.0, 0.5], [0.0, 3.0, -1.0]], requires_grad=True)
target = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
mask = torch.tensor([[1, 1, 0], [1, 0, 0]])
loss = F.binary_cross_entropy_with_logits(logits, target, weight=mask, reduction="none")
print(loss, loss.mean(dim=1) * mask.shape[1] / mask.sum(dim=1))
print(F.binary_cross_entropy(logits.sigmoid(), target, weight=mask))
weighted = F.binary_cross_entropy_with_logits(logits, target, pos_weight=torch.tensor([1, 2, 3]))
weighted.backward()
print(weighted, logits.grad)
doubles = torch.ones(3, dtype=torch.float64)
print(F.binary_cross_entropy_with_logits(logits, target, weight=doubles).dtype)

classes = torch.tensor([2, 1])
for counts in (torch.tensor([1, 2, 3]), torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64)):
    try:
        F.cross_entropy(logits, classes, weight=counts)
    except RuntimeError as error:
        print(error)

whole = torch.tensor([1, 2, 3])
print(torch.xlogy(whole, 4), torch.special.xlog1py(whole, 4), torch.special.zeta(whole + 1, 1))

# the gradient of a loss of two dtypes is made in that of its input
narrow, wide = torch.tensor([[0.5, -1.5]], requires_grad=True), torch.zeros(1, 2).double()
for loss in (F.mse_loss, F.smooth_l1_loss):
    (g,) = torch.autograd.grad((loss(narrow, wide) ** 2), narrow, create_graph=True)
    print(g, g.grad_fn.name())
