# a Module class: parameters, names, repr, children
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 3)
        self.act = nn.ReLU()
        self.fc2 = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc2(self.act(self.fc1(x)))


torch.manual_seed(1)
net = Net()
print(net)
print(net(torch.ones(2, 4)))
for name, parameter in net.named_parameters():
    print(name, parameter.shape, parameter.requires_grad)
print([n for n, _ in net.named_modules()], [n for n, _ in net.named_children()])
print(sum(p.numel() for p in net.parameters()), len(list(net.modules())))
print(type(net.fc1), type(net.fc1.weight), isinstance(net, nn.Module), net.training)
print(net.eval().training, net.train().act.training)
net(torch.ones(2, 4)).sum().backward()
print(net.fc2.bias.grad, net.fc1.weight.grad is None)
net.zero_grad()
print(net.fc2.bias.grad)
