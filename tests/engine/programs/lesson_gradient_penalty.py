# a penalty on the gradient's norm
import torch

torch.manual_seed(0)
net = torch.nn.Linear(3, 1)
x = torch.randn(2, 3, requires_grad=True)
out = net(x)
(g,) = torch.autograd.grad(out, x, grad_outputs=torch.ones_like(out), create_graph=True)
penalty = ((g.norm(2, dim=1) - 1) ** 2).mean()
penalty.backward()
print(g)
print(penalty)
print(net.weight.grad, net.bias.grad)
