# shape, size, dim, numel, dtype, device, layout, stride
import torch

x = torch.zeros(2, 3, 4)
print(x.shape, x.size(), x.size(0), x.size(-1), x.dim(), x.ndim)
print(x.numel(), x.nelement(), torch.numel(x), len(x))
print(x.dtype, x.device, x.layout, x.is_cuda)
print(x.stride(), x.stride(1), x.t if False else x.transpose(0, 2).stride())
print(x.is_contiguous(), x.transpose(0, 1).is_contiguous())
print(x.element_size(), x.itemsize, x.nbytes)
print(type(x), x.type(), isinstance(x, torch.Tensor), torch.is_tensor(x))
print(x.is_floating_point(), torch.is_floating_point(torch.tensor(1)), x.is_complex())
print(x.storage_offset(), x[1].storage_offset())
