# a Function that sends no gradient back, and what stands before it
import torch


class Blocked(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        print("asked", grad)
        return None


x = torch.ones(2, requires_grad=True)
Blocked.apply(x).sum().backward()
print(x.grad)
y = (x * 2).exp()
y.retain_grad()
Blocked.apply(y).sum().backward()
print(x.grad, y.grad)
(Blocked.apply(x * 3) + x * 5).sum().backward()
print(x.grad)
z = x * 2
loss = Blocked.apply(z.exp()).sum() + z.sum() + x.norm(0)
print(torch.autograd.grad(loss, [x, z], create_graph=True))
print(torch.autograd.grad(Blocked.apply(x.sin()).sum(), x, allow_unused=True))
try:
    torch.autograd.grad(Blocked.apply(x.sin()).sum(), x)
except RuntimeError as error:
    print(error)
