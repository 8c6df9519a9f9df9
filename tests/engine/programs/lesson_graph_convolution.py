# a graph convolution by adjacency matrix and by scatter_add
import torch
from torch import nn
import torch.nn.functional as F

edges = torch.tensor([[0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 5, 5]])
n = 6
A = torch.zeros(n, n)
A[edges[0], edges[1]] = A[edges[1], edges[0]] = 1.0
A = A + torch.eye(n)
d = A.sum(1).pow(-0.5)
norm = d[:, None] * A * d[None]
print(norm)
torch.manual_seed(86)
x, labels = torch.randn(n, 4), torch.tensor([0, 0, 0, 1, 1, 1])
w1, w2 = nn.Linear(4, 5), nn.Linear(5, 2)
optimizer = torch.optim.Adam([*w1.parameters(), *w2.parameters()], lr=0.05)
train = torch.tensor([True, False, True, True, False, True])
for epoch in range(6):
    out = norm @ w2(F.relu(norm @ w1(x)))
    loss = F.cross_entropy(out[train], labels[train])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss, out.argmax(1), w1.weight.grad[0])
both = torch.cat([edges, edges.flip(0)], 1)
messages = torch.zeros(n, 4).index_add_(0, both[1], x[both[0]])
print(torch.allclose(messages, (A - torch.eye(n)) @ x, atol=1e-6))
print(
    torch.zeros(n).scatter_add_(0, both[1], torch.ones(12)),
    torch.scatter_reduce(
        torch.zeros(n), 0, both[1], x[both[0], 0], reduce="amax", include_self=False
    ),
)
