# writing through subscripts
import torch

x = torch.zeros(3, 4)
x[0] = 1
x[1, 2] = 5
x[:, 3] = torch.tensor([7.0, 8.0, 9.0])
x[x == 0] = -1
print(x)
x[[0, 2]] = torch.arange(4.0)
x[..., 0] += 10
x[1:, 1:3] *= 2
print(x)
x[torch.tensor([True, False, False])] = 0
print(x)
y = torch.arange(4)
y[1] = 2.7
y[2:] = torch.tensor([1, 1])
print(y)
try:
    x[0] = torch.ones(3)
except RuntimeError as error:
    print(error)
source = torch.tensor([7.0, 8.0], requires_grad=True)
wide = torch.ones(2, 2)
wide[:] = source * 1
node = wide.grad_fn
while node is not None:
    print(node.name(), [k and k.name() for k, _ in node.next_functions])
    node = next((k for k, _ in reversed(node.next_functions) if k is not None), None)
