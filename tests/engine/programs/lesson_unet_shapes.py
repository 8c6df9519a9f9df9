# a small U-Net: transposed convolution, skip connections, dice loss
import torch
from torch import nn
import torch.nn.functional as F


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1, self.down2 = block(1, 4), block(4, 8)
        self.pool = nn.MaxPool2d(2)
        self.up = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.final = nn.Sequential(block(8, 4), nn.Conv2d(4, 1, 1))

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(self.pool(a))
        return self.final(torch.cat([a, self.up(b)], dim=1))


torch.manual_seed(83)
net = UNet()
x = torch.randn(2, 1, 8, 8)
mask = (x > 0).float()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(3):
    p = torch.sigmoid(net(x))
    dice = 1 - (2 * (p * mask).sum() + 1) / (p.sum() + mask.sum() + 1)
    loss = dice + F.binary_cross_entropy(p, mask)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{dice:.4f} {loss:.4f}", ((p > 0.5) == mask.bool()).float().mean())
print(net)
print(F.interpolate(net(x), scale_factor=0.5, mode="bilinear", align_corners=False).shape)
