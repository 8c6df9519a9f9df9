# what gradients do with integer results
import torch

x = torch.tensor([1.5, 2.5], requires_grad=True)
print(
    (x > 2).requires_grad, x.long().requires_grad, x.argmax().requires_grad, x.round().requires_grad
)
mask = (x > 2).float()
(x * mask).sum().backward()
print(x.grad)
y = x.double() * 2
y.sum().backward()
print(y.dtype, x.grad, x.grad.dtype)
h = x.half()
(h * h).sum().backward()
print(h, x.grad)

# a number with a history that is written into whole numbers gives them one, which leads nowhere
s = torch.tensor(2.0, requires_grad=True)
whole = torch.tensor([[1, 2], [3, 4]])
whole[0] = s
print(whole)
for action in (
    lambda: whole * 2, lambda: whole.sum(), lambda: whole[0], lambda: whole.max(0),
    lambda: whole // 2, lambda: whole > 1, lambda: whole.clone().pow_(2), lambda: whole.abs_(),
    lambda: whole.exp(), lambda: whole.exp().sum().backward(), lambda: whole.add_(1),
    lambda: torch.autograd.grad(whole.float().sum(), s), lambda: whole.detach() * 2,
    lambda: s.expand(2).sum(dtype=torch.long), lambda: s.cumsum(0, dtype=torch.int),
    lambda: s.expand(2).nansum(dtype=torch.long),
):
    try:
        print(action())
    except RuntimeError as error:
        print(str(error).split(" at ")[0])
