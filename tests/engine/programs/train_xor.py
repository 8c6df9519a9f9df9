# XOR with BCE and Adam
import torch
from torch import nn

torch.manual_seed(3)
x = torch.tensor([[0.0, 0], [0, 1], [1, 0], [1, 1]])
y = torch.tensor([[0.0], [1], [1], [0]])
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1), nn.Sigmoid())
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
for step in range(60):
    loss = nn.functional.binary_cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0:
        print(step, f"{loss.item():.4f}")
print((net(x) > 0.5).int().flatten())
