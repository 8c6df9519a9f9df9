# logistic regression by hand and by module, accuracy and decision boundary
import torch
from torch import nn

torch.manual_seed(70)
x = torch.cat([torch.randn(20, 2) + 1.5, torch.randn(20, 2) - 1.5])
y = torch.cat([torch.ones(20, 1), torch.zeros(20, 1)])
w, b = torch.zeros(2, 1, requires_grad=True), torch.zeros(1, requires_grad=True)
for epoch in range(20):
    p = torch.sigmoid(x @ w + b)
    loss = -(y * p.clamp(1e-7, 1).log() + (1 - y) * (1 - p).clamp(1e-7, 1).log()).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.5 * w.grad
        b -= 0.5 * b.grad
        w.grad.zero_()
        b.grad.zero_()
    if epoch % 5 == 0:
        print(f"{epoch:3d} {loss.item():.4f}")
print(w, b, ((p > 0.5).float() == y).float().mean())
model = nn.Sequential(nn.Linear(2, 1), nn.Sigmoid())
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
for epoch in range(20):
    loss = nn.BCELoss()(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss:.3f}", model[0].weight.sign(), model)
