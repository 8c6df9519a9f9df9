import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
features = nn.Conv2d(1, 3, 3, padding=1).requires_grad_(False)
content, style = torch.rand(1, 1, 6, 6), torch.rand(1, 1, 6, 6)


def gram(f):
    f = f.flatten(2)
    return f @ f.transpose(1, 2) / f.numel()


goal, look = features(content), gram(features(style))
image = content.clone().requires_grad_(True)
opt = torch.optim.Adam([image], lr=0.05)
for _ in range(4):
    made = features(image)
    loss = F.mse_loss(made, goal) + 10 * F.mse_loss(gram(made), look)
    opt.zero_grad()
    loss.backward()
    opt.step()
    image.data.clamp_(0, 1)
