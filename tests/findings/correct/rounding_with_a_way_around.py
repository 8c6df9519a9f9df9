import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
scale = nn.Parameter(torch.tensor(0.3))
w = torch.randn(20)
opt = torch.optim.SGD([scale], lr=0.01)
for _ in range(5):
    steps = w / scale
    rounded = steps + (steps.round() - steps).detach()
    loss = F.mse_loss(rounded.clamp(-4, 3) * scale, w)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(scale.item())
