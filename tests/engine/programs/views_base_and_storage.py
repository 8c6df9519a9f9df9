# which tensors share memory, and what _base says
import torch

x = torch.arange(12)
a = x.view(3, 4)
b = a[1]
c = b[2:]
print(a._base is x, b._base is x, c._base is x, x._base)
c[0] = 100
print(x)
print(c.storage_offset(), c.data_ptr() == x.data_ptr() + 6 * 8, c.stride(), a.t().stride())
print(a.t().is_contiguous(), a.t().contiguous().data_ptr() == a.data_ptr())
print(x.untyped_storage().nbytes(), c.untyped_storage().nbytes())
print(a.reshape(-1).data_ptr() == x.data_ptr(), a.t().reshape(-1).data_ptr() == x.data_ptr())
print(a.flatten()._base is x, a.clone()._base, a[[0, 1]]._base)

plain = torch.ones(4)
for kind in (torch.float32, torch.int32, torch.int16):
    other = plain.view(kind)
    other.add_(1)
    print(other._is_view(), other._version, plain._version, plain)
made = torch.ones(3, requires_grad=True) * 2
square = made * made
made.view(torch.int32).add_(1)
try:
    square.sum().backward()
except RuntimeError as error:
    print(error)
