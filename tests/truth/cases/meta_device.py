# Tensors of the meta device have shapes and dtypes, and no numbers.
import torch
from torch import nn

x = torch.ones(2, 2, device="meta", requires_grad=True)
y = (x * 2).sum()
y.backward()
print(x.grad, y)
large = torch.ones(40, 40, device="meta") @ torch.ones(40, 40, device="meta")
net = nn.Linear(2, 2)
net(torch.ones(1, 2)).sum().backward()
net.to("meta")
print(net.weight, net.weight.grad)
