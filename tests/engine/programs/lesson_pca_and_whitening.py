# principal components by SVD and by gradient descent, whitening
import torch

torch.manual_seed(85)
x = torch.randn(40, 3) @ torch.tensor([[3.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.2, 0.1, 0.3]])
centered = x - x.mean(0)
cov = centered.T @ centered / (len(x) - 1)
print(cov, torch.allclose(cov, torch.cov(x.T), atol=1e-5))
values, vectors = torch.linalg.eigh(cov)
U, S, Vh = torch.linalg.svd(centered, full_matrices=False)
print(values.flip(0), S**2 / (len(x) - 1), (S**2 / (S**2).sum()).cumsum(0))
print((vectors[:, -1] @ Vh[0]).abs())
w = torch.tensor([1.0, 0.5, 0.1], requires_grad=True)
for _ in range(50):
    unit = w / w.norm()
    (-(unit @ cov @ unit)).backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
        w.grad = None
print((unit @ vectors[:, -1]).abs() > 0.99)
white = centered @ vectors / values.sqrt()
print(torch.cov(white.T).round(decimals=3).abs(), torch.corrcoef(x.T))
print((centered @ Vh[:2].T @ Vh[:2]).shape, torch.linalg.matrix_rank(centered))
