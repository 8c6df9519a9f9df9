# NaN and inf pass in silence
import torch

x = torch.tensor([0.0, 1.0], requires_grad=True)
y = (x / x).sum()
print(y)
y.backward()
print(x.grad)
x = torch.tensor([-1.0, 4.0], requires_grad=True)
print(x.sqrt(), x.log(), 1 / torch.tensor(0.0), -1 / torch.tensor(0.0), torch.tensor(0.0) / 0)
x.sqrt().sum().backward()
print(x.grad)
x = torch.tensor([0.0, 2.0], requires_grad=True)
torch.where(x > 0, x.log(), torch.zeros(2)).sum().backward()
print(x.grad)
x = torch.tensor([0.25, float("nan"), float("nan")], requires_grad=True)
for extreme in (torch.min, torch.max, torch.amax):
    print(torch.autograd.grad(extreme(x), x))
a = torch.tensor([float("nan"), 1.0, float("nan")], requires_grad=True)
b = torch.tensor([2.0, float("nan"), float("nan")], requires_grad=True)
for pick in (torch.maximum, torch.minimum, torch.fmax, torch.fmin):
    print(torch.autograd.grad(pick(a, b).sum(), [a, b]))
inf = float("inf")
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([2.0, 1.0, 3.0], requires_grad=True)
for pick in (torch.maximum, torch.minimum):
    print(torch.autograd.grad((pick(a, b) * inf).sum(), [a, b], create_graph=True))
for values in (0.0, [1.0, 2.0], [1.0, 0.0], [0.0, 0.0], [inf, 2.0], [[1.0, 2.0], [3.0, 0.0]]):
    x = torch.tensor(values, requires_grad=True)
    for product in (x.prod(), x.prod(0)):
        print(torch.autograd.grad(product.sum(), x, create_graph=True))
base = torch.tensor([0.0, 2.0, 0.0], requires_grad=True)
power = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
raised = base ** power * float("nan")
print(torch.autograd.grad(raised.sum(), [base, power]))
