# sum and mean over everything or dims
import torch

x = torch.arange(6.0).reshape(2, 3)
print(x.sum(), x.sum(0), x.sum(dim=1), x.sum(1, keepdim=True), torch.sum(x, (0, 1)))
print(x.mean(), x.mean(0), torch.mean(x, dim=1, keepdim=True), x.mean(-1))
print(torch.tensor([1, 2, 3]).sum(), torch.tensor([True, True]).sum())
print(x.prod(), x.prod(1), x.cumsum(0), x.cumprod(1))
print(torch.tensor([1, 2]).sum(dtype=torch.float32))
print(x.sum().item(), x.mean().item())
try:
    torch.tensor([1, 2]).mean()
except RuntimeError as error:
    print(error)
