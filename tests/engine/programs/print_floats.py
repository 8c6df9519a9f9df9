# precision 4, integers as 2., alignment over all elements
import torch

print(torch.tensor([0.1, 1, 10]))
print(torch.tensor([1.0, 2.0]))
print(torch.tensor([1.5, -2.25, 100]))
print(torch.tensor([1e-5, 1.0]))
print(torch.tensor([1e8, 1.0]))
print(torch.tensor([100000.5, 0.25]))
print(torch.tensor([1.0, float("nan"), float("inf"), -float("inf")]))
print(torch.tensor([float("nan")]), torch.tensor([-0.0, 0.0]))
print(torch.tensor(1 / 3), torch.tensor(1e10), torch.tensor(123456.789))
print(torch.tensor([[1.0, 22.5], [333.25, 4.0]]))
