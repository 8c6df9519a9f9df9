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

# results that lie row by row, whatever the order of the inputs
turned = torch.arange(24.0).view(3, 2, 4).permute(1, 0, 2)
print(turned.stride(), (turned @ torch.ones(4, 5)).stride(), turned.bmm(turned.mT).stride())
print(torch.nn.functional.linear(turned, torch.ones(2, 4)).view(6, 2).shape)
print(turned.softmax(-1).stride(), turned.log_softmax(0).stride(), turned.tril().stride())
print(turned.masked_fill(turned > 3, 0).stride(), torch.nn.LayerNorm(4)(turned).stride())
print(turned.gather(0, torch.zeros_like(turned, dtype=torch.long)).stride())
print(torch.cat([turned, turned]).stride(), torch.stack([turned, turned]).stride())
print(turned.roll(1, 0).stride(), torch.ones(3, 1).expand(3, 4).clone().stride())
print(turned.index_add(0, torch.tensor([0]), turned[:1]).stride())
print(turned.scatter(0, torch.zeros_like(turned, dtype=torch.long), 1.0).stride())
# results that lie as their inputs do
print(turned.flip(0).stride(), turned.sort(0)[0].stride(), torch.full_like(turned, 2).stride())
print((turned - turned.mean(1, keepdim=True)).stride(), (turned / turned.sum(0)).stride())
wide = torch.nn.Conv2d(2, 6, 2, padding=1)(last)
print(wide.stride(), torch.nn.GroupNorm(2, 6)(wide).stride(), torch.nn.MaxPool2d(2)(wide).stride())
print(torch.nn.functional.interpolate(wide, scale_factor=2).stride(), torch.fft.fft(last).real.sum())
print(torch.cat([last, last], 1).stride(), torch.nn.functional.pad(last, (1, 1)).stride())
# a product of subscripts lies as its last batch product did
print(torch.einsum("ijh,jhf->ihf", torch.ones(3, 3, 2), torch.ones(3, 2, 4)).stride())
