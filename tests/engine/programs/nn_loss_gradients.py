# gradients of the usual losses
import torch
import torch.nn.functional as F


def at(loss, *arguments):
    x = torch.tensor([[0.3, 0.6], [0.8, 0.1]], requires_grad=True)
    value = loss(x, *arguments)
    value.backward()
    print(value, x.grad)


t = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
at(F.mse_loss, t)
at(F.l1_loss, t)
at(F.smooth_l1_loss, t)
at(F.binary_cross_entropy, t)
at(F.binary_cross_entropy_with_logits, t)
at(F.cross_entropy, torch.tensor([1, 0]))
at(lambda x: F.nll_loss(F.log_softmax(x, 1), torch.tensor([0, 1])))
at(lambda x: -x.log_softmax(1)[0, 1])
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([0.5, 4.0], requires_grad=True)
for reduction in ("mean", "sum", "none"):
    loss = torch.nn.functional.mse_loss(a, b, reduction=reduction)
    first = torch.autograd.grad(loss.sum(), [a, b], create_graph=True)
    print(first, torch.autograd.grad((first[0] * first[1]).sum(), [a, b]))
