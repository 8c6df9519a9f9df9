# a multilayer perceptron on two half circles, minibatches by permutation
import math

import torch
from torch import nn

torch.manual_seed(101)
t = torch.rand(60) * math.pi
upper = torch.stack([t.cos(), t.sin()], 1)[:30]
lower = torch.stack([1 - t.cos(), 0.5 - t.sin()], 1)[30:]
x = torch.cat([upper, lower]) + 0.1 * torch.randn(60, 2)
y = torch.cat([torch.zeros(30), torch.ones(30)]).long()
model = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
for epoch in range(6):
    order, total = torch.randperm(60), 0.0
    for batch in order.split(20):
        loss = nn.functional.cross_entropy(model(x[batch]), y[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(batch)
    accuracy = (model(x).argmax(1) == y).float().mean()
    print(f"epoch {epoch}: loss {total / 60:.4f}, accuracy {accuracy:.3f}")
print([tuple(p.shape) for p in model.parameters()], model[0].bias.grad.shape)
