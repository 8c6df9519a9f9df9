# comparisons and logic
import torch

a = torch.tensor([1, 2, 3])
b = torch.tensor([3, 2, 1])
print(a > b, a >= 2, a < b, a <= b, a == b, a != b)
print(torch.eq(a, b), torch.gt(a, 2), a.lt(b), torch.equal(a, b), a.equal(a.clone()))
print((a > 1) & (b > 1), (a > 2) | (b > 2), ~(a > 1), torch.logical_not(a > 1))
print(torch.logical_and(a > 1, b > 1), torch.logical_or(a > 2, b > 2))
print((a > 1).all(), (a > 5).any(), torch.all(a > 0), (a > 1).sum())
print(torch.allclose(torch.tensor([1.0]), torch.tensor([1.0 + 1e-9])))
print(torch.isclose(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.1])))
x = torch.tensor([1.0, float("nan"), float("inf")])
print(torch.isnan(x), torch.isinf(x), torch.isfinite(x), x == x)
