# torch's functions of C++ are bound to no instance of a class that holds them; its Python is.
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    act = torch.relu
    squash = torch.tanh
    smooth = F.gelu
    weigh = F.linear
    distance = torch.cdist
    rectify = F.relu

    def forward(self, x):
        return self.weigh(self.smooth(self.squash(self.act(x))), torch.ones(1, 2))


class Kept:
    made, summed, joined = torch.zeros, torch.add, torch.cat


net, kept, x = Net(), Kept(), torch.tensor([-1.0, 2.0], requires_grad=True)
y = net(x)
y.backward()
print(y, x.grad)
print(kept.made(2, 3), kept.summed(torch.ones(1), 2, alpha=3), kept.joined([x, x]))
for call in (
    lambda: net.act(), lambda: net.act(1), lambda: net.smooth(2), lambda: kept.summed("a", 1),
    lambda: net.distance(torch.ones(1, 1), torch.ones(1, 1)), lambda: net.rectify(x),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
