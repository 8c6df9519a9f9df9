# initialisation draws from the generator in torch's order
import torch
from torch import nn

torch.manual_seed(0)
w = torch.empty(2, 3)
print(
    nn.init.xavier_uniform_(w),
    nn.init.xavier_normal_(w),
    nn.init.kaiming_uniform_(w),
    nn.init.kaiming_normal_(w),
)
print(
    nn.init.uniform_(w, -1, 1),
    nn.init.normal_(w, 0, 0.1),
    nn.init.constant_(w, 0.5),
    nn.init.zeros_(w),
    nn.init.ones_(w),
)
print(nn.init.eye_(w), nn.init.trunc_normal_(torch.empty(3)), nn.init.calculate_gain("relu"))
layer = nn.Linear(2, 2)
nn.init.constant_(layer.bias, 0.1)
nn.init.xavier_uniform_(layer.weight, gain=nn.init.calculate_gain("tanh"))
print(layer.weight, layer.bias)


def init(m):
    if isinstance(m, nn.Linear):
        m.weight.data.fill_(1.0)
        m.bias.data.zero_()


net = nn.Sequential(nn.Linear(2, 1), nn.ReLU())
print(net.apply(init)[0].weight)
