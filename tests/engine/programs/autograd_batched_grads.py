# is_grads_batched gives a Jacobian in one call
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = torch.stack([x.prod(), (x**2).sum()])
(jacobian,) = torch.autograd.grad(y, x, torch.eye(2), is_grads_batched=True)
print(jacobian)
rows = [torch.autograd.grad(x**3, x, v)[0] for v in torch.eye(3)]
print(torch.stack(rows))
# slices that do not fit, and none given
v, w = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor(3.0)
for root, seed in ((v * w, torch.eye(3)), (v * w, None), (v, torch.eye(2))):
    try:
        print(torch.autograd.grad(root, v, seed, is_grads_batched=True))
    except (RuntimeError, ValueError) as error:
        print(error)
