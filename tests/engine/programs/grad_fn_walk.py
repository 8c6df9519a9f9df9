# walking a graph with next_functions
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
b = torch.tensor(1.0)
loss = ((x * w + b).tanh() ** 2).mean()


def walk(node, depth=0):
    if node is None:
        return
    print("  " * depth + node.name())
    for parent, _ in node.next_functions:
        walk(parent, depth + 1)


walk(loss.grad_fn)
leaf = loss.grad_fn
while leaf.next_functions:
    leaf = leaf.next_functions[0][0]
print(leaf.name(), leaf.variable is x)
print(type(loss.grad_fn), isinstance(loss.grad_fn, torch.autograd.graph.Node))
