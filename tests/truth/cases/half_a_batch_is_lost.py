# zero_grad before the second half throws the first half's gradient away
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.5)
for _ in range(2):
    for part in (torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])):
        optimizer.zero_grad()
        (w * part).sum().backward()
    optimizer.step()
