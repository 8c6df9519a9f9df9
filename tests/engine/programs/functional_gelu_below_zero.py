# Gradients of gelu far below zero, where the steps of torch's library show in the printed digits
import torch
import torch.nn.functional as F

for values in ([-5.0, -4.0, -3.0], [-5.5, -4.5, -3.5, -2.5, -0.5, 0.5, 3.5]):
    x = torch.tensor(values, requires_grad=True)
    F.gelu(x).sum().backward()
    print(x.grad)
    x = torch.tensor(values, requires_grad=True)
    F.gelu(x, approximate="tanh").sum().backward()
    print(x.grad, F.gelu(x.detach(), approximate="tanh"), F.gelu(x.double()).detach())
