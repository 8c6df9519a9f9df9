# two halves of a batch, one step: an accumulation that is meant
import torch

torch.manual_seed(1)
net = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    for half in torch.randn(4, 2).split(2):
        (net(half).mean() / 2).backward()
    optimizer.step()
