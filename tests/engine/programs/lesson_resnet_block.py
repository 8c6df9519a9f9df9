# residual blocks with batch norm, global pooling, freezing
import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.short = (
            nn.Sequential()
            if inputs == outputs and stride == 1
            else nn.Conv2d(inputs, outputs, 1, stride, bias=False)
        )
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.body(x) + self.short(x))


torch.manual_seed(45)
net = nn.Sequential(
    Residual(2, 2), Residual(2, 4, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 2)
)
print(net)
x = torch.randn(3, 2, 6, 6)
out = net(x)
loss = nn.functional.cross_entropy(out, torch.tensor([0, 1, 0]))
loss.backward()
print(out, loss, net[1].short.weight.grad.flatten())
print(net[0].body[1].running_mean, net[0].body[1].num_batches_tracked)
net.eval()
for p in net[:2].parameters():
    p.requires_grad = False
net[-1] = nn.Linear(4, 3)
print(net(x).shape, [n for n, p in net.named_parameters() if p.requires_grad])
for m in net.modules():
    if isinstance(m, nn.Conv2d):
        nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
    elif isinstance(m, nn.BatchNorm2d):
        nn.init.constant_(m.weight, 1)
print(net[0].body[0].weight[0, 0])
