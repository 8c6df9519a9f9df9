# the same seed prints the same numbers
import torch

torch.manual_seed(0)
print(torch.rand(3), torch.randn(4), torch.rand(2, 2))
torch.manual_seed(42)
print(torch.randn(2, 3), torch.randint(0, 10, (5,)), torch.randperm(6))
torch.manual_seed(1)
print(torch.randn(20), torch.normal(0, 1, (3,)), torch.randint(5, (2, 2)))
print(torch.rand(3, dtype=torch.float64), torch.randn(3, dtype=torch.float64), torch.rand(()))
torch.random.manual_seed(7)
print(
    torch.empty(3).uniform_(-1, 1),
    torch.empty(2).normal_(5, 2),
    torch.bernoulli(torch.full((5,), 0.5)),
)
print(torch.initial_seed(), torch.rand_like(torch.zeros(2)), torch.randn_like(torch.zeros(2, 1)))
g = torch.Generator().manual_seed(3)
print(torch.rand(2, generator=g), torch.randn(2, generator=g), torch.randperm(4, generator=g))
print(torch.randn(1).item(), torch.rand(1).item())
