# gradients asked for by name, and `backward` that stops at a tensor in the middle of the graph
import torch

a = torch.ones(2, requires_grad=True)
c = a * 2
print(torch.autograd.grad((c * a).sum(), {"a": a, "c": c}, retain_graph=True))
d = (c * 2).sum()
d.backward(inputs=[c], retain_graph=True)
print(c.grad, a.grad)
d.backward(inputs=[c])
print(c.grad, a.grad)
try:
    c.sum().backward()
except RuntimeError as error:
    print("the node of c has run:", str(error)[:60])

torch.manual_seed(0)
for n, k in ((3, 2), (5, 3), (9, 4), (20, 10), (40, 20)):
    x = torch.randint(0, 4, (3, n)).float()
    print(torch.kthvalue(x, k, 1))
y = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
x = torch.tensor([0.0, 1.0, 3.0])
print(torch.trapz(y), torch.trapezoid(y, x))
print(torch.cumulative_trapezoid(y, dx=2), torch.cumulative_trapezoid(y, x))
for optimizer in (
    lambda: torch.optim.Adam([a], fused=True, foreach=True), lambda: torch.optim.SGD([a], lr="a"),
    lambda: torch.renorm(y, 1, 0, 1.0),
):
    try:
        optimizer()
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
