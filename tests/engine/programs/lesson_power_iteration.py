# PageRank, the largest eigenvalue by powers, and its gradient
import torch

links = torch.tensor([[0.0, 1, 1, 0], [1, 0, 0, 0], [1, 1, 0, 1], [0, 0, 1, 0]]).T
step = links / links.sum(0, keepdim=True)
rank = torch.full((4,), 0.25)
for _ in range(25):
    rank = 0.85 * step @ rank + 0.15 / 4
print(step, rank, rank.sum(), rank.argsort(descending=True))
a = torch.tensor([[2.0, 1.0], [1.0, 3.0]], dtype=torch.float64, requires_grad=True)
v = torch.ones(2, dtype=torch.float64)
for _ in range(40):
    v = a @ v
    v = v / v.norm()
largest = v @ a @ v
largest.backward()
print(largest, a.grad)
print(torch.outer(v, v).detach(), torch.linalg.eigvalsh(a.detach()))
chain = torch.tensor([[0.9, 0.1], [0.5, 0.5]])
print(torch.matrix_power(chain, 3), torch.linalg.matrix_power(chain, 50)[0])
