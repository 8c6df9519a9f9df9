# leaves, requires_grad and grad_fn through ordinary code
import torch

a = torch.randn(2, 2)
print(a.requires_grad, a.is_leaf, a.grad_fn)
b = (a * 3) / (a - 1)
print(b.requires_grad, b.is_leaf)
b.requires_grad_(True)
print(b.requires_grad, b.is_leaf, b.grad_fn)
c = (b * b).sum()
print(c.requires_grad, c.is_leaf, c.grad_fn)
w = torch.ones(2, requires_grad=True)
print(w.is_leaf, w[0].is_leaf, w.view(2, 1).is_leaf, w.detach().is_leaf, w.clone().is_leaf)
print((a + 1).requires_grad, (w + a[0]).requires_grad, w.float() is w)
for attempt in (
    lambda: torch.tensor([1, 2], requires_grad=True),
    lambda: torch.tensor([1]).requires_grad_(),
    lambda: setattr(c, "requires_grad", False),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
