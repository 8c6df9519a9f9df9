# two layers that begin at zero never move
import torch

first = torch.nn.Linear(2, 2)
second = torch.nn.Linear(2, 1)
for layer in (first, second):
    torch.nn.init.zeros_(layer.weight)
    torch.nn.init.zeros_(layer.bias)
optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    second(torch.relu(first(torch.ones(3, 2)))).mean().backward()
    optimizer.step()
