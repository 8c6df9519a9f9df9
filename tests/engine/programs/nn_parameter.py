# Parameter and buffers
import torch
from torch import nn

p = nn.Parameter(torch.ones(2))
print(p, p.requires_grad, p.is_leaf, type(p), isinstance(p, torch.Tensor))
print(nn.Parameter(torch.tensor([1.0]), requires_grad=False), p * 2, p.data, repr(p))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1.0, 2.0]))
        self.register_buffer("running", torch.zeros(2))
        self.plain = torch.ones(1)
        self.register_parameter("none", None)


m = M()
print(m, list(m.named_parameters()), dict(m.named_buffers()), m.state_dict())
m.double()
print(m.w.dtype, m.running.dtype, m.plain.dtype)
try:
    m.w = torch.ones(1)
except TypeError as error:
    print(error)
try:
    m.missing
except AttributeError as error:
    print(error)
