# torch.autograd.grad
import torch

x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
y = w * x**2
print(torch.autograd.grad(y, x, retain_graph=True))
print(torch.autograd.grad(y, [x, w]))
print(x.grad, w.grad)
v = torch.tensor([1.0, 2.0], requires_grad=True)
out = v**2
print(torch.autograd.grad(out, v, grad_outputs=torch.ones(2)))
print(torch.autograd.grad((v * v).sum(), [v, x], allow_unused=True))
print(torch.autograd.grad((v * v).sum(), [v, x], allow_unused=True, materialize_grads=True))
for attempt in (
    lambda: torch.autograd.grad((v * 2).sum(), x),
    lambda: torch.autograd.grad(v * 2, v),
    lambda: torch.autograd.grad(v.sum(), torch.ones(2)),
    lambda: torch.autograd.grad(torch.ones(1), v),
    lambda: torch.autograd.grad(v * 2, v, torch.ones(3)),
):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
