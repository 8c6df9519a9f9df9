# gradients of -0 are put back as they are, and what nothing came from is 0, not -0
import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2, 3], [4, 5, 6]], requires_grad=True)
parts = (
    lambda x: x[0], lambda x: x[:1], lambda x: x[:, 1:], lambda x: x[0, 0], lambda x: x.T[0],
    lambda x: x.narrow(1, 0, 2), lambda x: x.chunk(2)[1], lambda x: x.split(2, 1)[0],
    lambda x: x.unbind()[1], lambda x: torch.cat([x, x[:1]]), lambda x: x.diagonal(),
    lambda x: x.as_strided((2, 2), (3, 1)), lambda x: x.as_strided((2, 2), (1, 1)),
    lambda x: x[[0, 1]],
)
for part in parts:
    print(torch.autograd.grad((part(x) * -0.0).sum(), x))
    print(torch.autograd.grad((part(x) * -0.0).sum(), x, create_graph=True))

# the loss of a policy: rewards below 0
target = torch.tensor([0, 2])
for reduction in ("mean", "sum", "none"):
    print(torch.autograd.grad(-F.nll_loss(x, target, reduction=reduction).sum(), x))
    lost = F.nll_loss(x, torch.tensor([-100, 1]), torch.tensor([1.0, 0, 2]), reduction=reduction)
    print(torch.autograd.grad(-lost.sum(), x))
rewards = torch.tensor([-1.0, 2])
print(torch.autograd.grad((rewards * F.nll_loss(x, target, reduction="none")).sum(), x))
print(torch.autograd.grad(F.nll_loss(x, target) * float("inf"), x))

# the gradient is on the tape of gradients, as that of its scores
loss = F.nll_loss(x, target)
(g,) = torch.autograd.grad(loss, x, create_graph=True)
print(g, [name for name in dir(g.grad_fn) if name.startswith("_saved")])
print(torch.autograd.grad(g.sum(), x))
try:
    torch.autograd.grad(g.sum(), x)
except RuntimeError as error:
    print(error)

# what has no second derivative but 0 has still let go of what it saved
for piece in (F.leaky_relu, F.relu6, F.softshrink, F.hardshrink):
    (g,) = torch.autograd.grad(piece(x).sum(), x, create_graph=True)
    print(g.grad_fn.next_functions[0], torch.autograd.grad(g.sum(), x))
    try:
        torch.autograd.grad(g.sum(), x)
    except RuntimeError as error:
        print(str(error)[:60])
