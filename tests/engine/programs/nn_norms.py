# batch, layer, group and instance normalisation
import torch
from torch import nn

x = torch.arange(12.0).reshape(4, 3)
bn = nn.BatchNorm1d(3)
print(bn, bn(x))
print(bn.running_mean, bn.running_var, bn.num_batches_tracked)
bn.eval()
print(bn(x)[0])
ln = nn.LayerNorm(3)
print(ln, ln(x), ln.weight)
print(nn.BatchNorm2d(2), nn.BatchNorm2d(2)(torch.arange(16.0).reshape(1, 2, 2, 4))[0, 0])
print(nn.GroupNorm(2, 4), nn.InstanceNorm2d(2), torch.nn.functional.normalize(x, dim=1))
print([k for k, _ in bn.named_parameters()], [k for k, _ in bn.named_buffers()])

# 16-bit floats are rounded once, at the end
low = torch.linspace(-1, 3, 8).bfloat16().requires_grad_()
made = torch.nn.functional.rms_norm(low, (8,), torch.linspace(0, 1, 8).bfloat16())
print(made, torch.nn.functional.rms_norm(low, (8,)).grad_fn.next_functions[0][0].name())
