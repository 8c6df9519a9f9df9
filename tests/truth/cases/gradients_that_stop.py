# a Function that keeps its gradient, functions that a block calls, batches, names that moved on
import torch


class Kept(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return None


def doubled(t):
    return t * 2


def probe():
    made = torch.ones(1, requires_grad=True)
    return (made * made).item()


x = torch.ones(2, requires_grad=True)
Kept.apply(x).sum().backward()
zero = torch.zeros(2, requires_grad=True)
zero.norm(0).backward()
v = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    quiet = doubled(v)
rows = torch.autograd.grad(v ** 2, v, torch.eye(2), is_grads_batched=True)[0]
made = v * 3
with torch.no_grad():
    made.add_(1)
w = torch.ones(2, requires_grad=True)
w = v.exp()
u = v * 2
u = u.detach()
name = "argmax"
place = getattr(torch, name)(v)
out = torch.zeros(3)
out[0] = v.sum()
out[1] = out[0] * 2
print(torch.autograd.grad(out[1], [v, zero], allow_unused=True), probe())
print(torch.func.grad(lambda t: (t * t.long()).sum())(torch.ones(2)))
with torch.autograd.graph.allow_mutation_on_saved_tensors():
    a = v * 1
    (a ** 2).sum().backward()
print(torch.autograd.gradcheck(lambda t: t ** 3, (v.detach().double().requires_grad_(),)))
