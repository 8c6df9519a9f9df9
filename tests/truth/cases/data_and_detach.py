# .data writes behind autograd's back, detach() is caught
import torch

a = torch.tensor([1.0, -1.0], requires_grad=True)
out = a.sigmoid()
out.data.mul_(2.0)
out.sum().backward()
b = torch.tensor([1.0, -1.0], requires_grad=True)
other = b.tanh()
other.detach().zero_()
other.sum().backward()
