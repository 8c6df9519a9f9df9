import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)).eval()
image = torch.rand(1, 6, requires_grad=True)
scores = net(image)
best = scores.argmax(dim=1).item()
scores[0, best].backward()
print(best, image.grad.abs().max(dim=1).values.item() > 0)
