import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 3))
opt = torch.optim.Adam(net.parameters(), lr=0.02)
x, y = torch.randn(12, 2), torch.arange(12) % 3
for epoch in range(3):
    net.train()
    opt.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
    net.eval()
    with torch.no_grad():
        right = (net(x).argmax(1) == y).float().mean()
    print(f"epoch {epoch}: loss {loss.item():.3f}, accuracy {right:.2f}")
