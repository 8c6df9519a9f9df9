# the functions of lists of tensors, by which optimizers written by hand step
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
params = list(model.parameters())
means = [torch.zeros_like(p) for p in params]
squares = [torch.zeros_like(p) for p in params]
x, y = torch.randn(8, 3), torch.randn(8, 1)
for step in range(1, 4):
    loss = torch.nn.functional.mse_loss(model(x), y)
    grads = torch.autograd.grad(loss, params)
    with torch.no_grad():
        torch._foreach_lerp_(means, grads, 0.1)
        torch._foreach_mul_(squares, 0.99)
        torch._foreach_addcmul_(squares, grads, grads, 0.01)
        below = torch._foreach_div(squares, 1 - 0.99**step)
        torch._foreach_sqrt_(below)
        torch._foreach_add_(below, 1e-8)
        torch._foreach_addcdiv_(params, means, below, -0.1)
        print(loss, torch._foreach_norm(params))
average = torch._foreach_clone([p.detach() for p in params])
print(torch._foreach_copy_(average, [p.detach() * 2 for p in params]) is average)

a = [torch.tensor([1.0, -2.0]), torch.tensor([[3.0]])]
b = [torch.tensor([5.0, 6.0]), torch.tensor([[7.0]])]
print(torch._foreach_add(a, b, alpha=2), torch._foreach_sub(a, 1), torch._foreach_mul(a, [2, 3]))
print(torch._foreach_add(a, torch.tensor(2.0)), torch._foreach_div(a, b))
print(torch._foreach_maximum(a, b), torch._foreach_minimum(b, 5.5))
print(torch._foreach_clamp_min(b, [6, 8]), torch._foreach_pow(2.0, b))
print(torch._foreach_neg(a), torch._foreach_abs(a), torch._foreach_exp(tuple(a)))
print(torch._foreach_lerp(a, b, [torch.tensor(0.5), torch.tensor(0.25)]), torch._foreach_max(a))
print(torch._foreach_addcmul(a, b, b, [0.5, 1.0]), torch._foreach_norm(b, 1))
print(torch._foreach_addcdiv(a, b, b, torch.tensor([0.5, 1.0])), torch._foreach_powsum(b, 2))
print(torch._foreach_zero_(a) is a, a)
for asked in (lambda: torch._foreach_add(a, b[:1]), lambda: torch._foreach_add([], []),
              lambda: torch._foreach_add(a, [1]), lambda: torch._foreach_sqrt(3),
              lambda: torch._foreach_mul(a, torch.ones(2)), lambda: torch._foreach_copy_(a, b[:1]),
              lambda: torch._foreach_max([torch.ones(0)]), lambda: torch._foreach_add_(params, 1)):
    try:
        asked()
    except (RuntimeError, TypeError) as error:
        print(error)
leaf = torch.tensor([1.0, 2.0], requires_grad=True)
sum(torch._foreach_norm(torch._foreach_mul([leaf, leaf], [2.0, 3.0]))).backward()
print(leaf.grad)
