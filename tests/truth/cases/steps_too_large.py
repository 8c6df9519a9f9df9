# a learning rate that is too large: the loss grows beyond all numbers
import torch

w = torch.tensor(3.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=1e13)
for _ in range(4):
    optimizer.zero_grad()
    (w ** 4).backward()
    optimizer.step()
print(w)
