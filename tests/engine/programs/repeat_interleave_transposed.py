# rows and columns repeated of what does not lie in order
import torch

x, y = torch.arange(3.0), torch.arange(3.0, 6.0)
both = torch.stack((x, y))
print(both.T.repeat_interleave(2, dim=0))
print(torch.stack((x, y, x, y), dim=1).repeat_interleave(2, dim=0))
print(both.T.repeat_interleave(2, dim=1), both.T.repeat(2, 1))
print(both.T.repeat_interleave(2), both.T.repeat_interleave(torch.tensor([1, 0, 2]), dim=0))

leaf = both.clone().requires_grad_()
wide = leaf.t().repeat_interleave(2, dim=0)
print(wide.grad_fn.name(), wide.shape)
(wide * torch.arange(12.0).view(6, 2)).sum().backward()
print(leaf.grad)
