# walking next_functions
import torch

x = torch.ones(2, requires_grad=True)
w = torch.tensor([3.0, 4.0])
y = (x * w + 1).sum()
node = y.grad_fn
while node.next_functions:
    print(type(node).__name__, node.name(), len(node.next_functions))
    node = node.next_functions[0][0]
print(type(node).__name__, node.name(), node.next_functions)
print(y.grad_fn.next_functions)
acc = (x * w).grad_fn.next_functions[0][0]
print(acc, acc.variable is x, (x * w).grad_fn.next_functions[1][0])
z = x * x
print(z.grad_fn.next_functions[0][0] is z.grad_fn.next_functions[1][0])
print(x.grad_fn, type(y.grad_fn))
