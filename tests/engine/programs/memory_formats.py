# in which order entries lie in memory
import torch

x = torch.arange(24.0).view(1, 2, 3, 4)
last = x.contiguous(memory_format=torch.channels_last)
print(last.shape, last.stride(), last.equal(x))
print(last.is_contiguous(), last.is_contiguous(memory_format=torch.channels_last))
print(x.to(memory_format=torch.channels_last).stride(), x.stride())
print(last.to(memory_format=torch.contiguous_format).stride())
print((last + 1).stride(), last.clone().stride(), last.exp().stride())
print(last.clone(memory_format=torch.contiguous_format).stride())
print(torch.empty(1, 2, 3, 4, memory_format=torch.channels_last).stride())
print(torch.zeros_like(last).stride(), torch.ones_like(torch.ones(2, 3).t()).stride())
print(torch.empty_like(last, memory_format=torch.contiguous_format).stride())
print(torch.ones_like(torch.ones(3).expand(2, 3)).stride())
try:
    torch.ones(2, 3).contiguous(memory_format=torch.channels_last)
except RuntimeError as error:
    print(error)

layer = torch.nn.Conv2d(2, 3, 2, bias=False).to(memory_format=torch.channels_last)
print(layer.weight.stride(), layer.weight.is_contiguous(memory_format=torch.channels_last))
y = x.clone().requires_grad_()
moved = y.to(memory_format=torch.channels_last)
print(moved.grad_fn.name(), y.contiguous(memory_format=torch.channels_last).grad_fn.name())
moved.sum().backward()
print(y.grad.sum())

for check in (True, [torch.contiguous_format, torch.channels_last], "all"):
    try:
        print(torch.empty(1, 2, 3, 4).dim_order(ambiguity_check=check))
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
