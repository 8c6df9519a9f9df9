# intermediate gradients and two losses over one trunk
import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
trunk = x**2
trunk.retain_grad()
one, two = trunk.sum(), (trunk * 3).sum()
one.backward(retain_graph=True)
print(x.grad, trunk.grad)
two.backward()
print(x.grad, trunk.grad)
print(trunk.retains_grad, x.retains_grad, one.retains_grad)
try:
    torch.ones(2).retain_grad()
except RuntimeError as error:
    print(error)
x.retain_grad()
