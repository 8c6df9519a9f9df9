# printing a graph by walking it
import torch


def walk(fn, depth=0):
    if fn is None:
        return
    print("  " * depth + fn.name())
    for parent, _ in fn.next_functions:
        walk(parent, depth + 1)


a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
c = (a * b + a.exp()).mean()
walk(c.grad_fn)
model = torch.nn.Linear(2, 1)
walk(model(torch.ones(1, 2)).relu().sum().grad_fn)
