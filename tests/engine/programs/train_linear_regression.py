# a training loop with nn and optim
import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(0, 1, 20).unsqueeze(1)
y = 3 * x + 2 + 0.1 * torch.randn(20, 1)
model = nn.Linear(1, 1)
criterion = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for epoch in range(5):
    optimizer.zero_grad()
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
print(model.weight, model.bias)
