# views of functions with several outputs cannot be written to
import torch

x = torch.arange(4.0, requires_grad=True) * 1
for name in ("split", "chunk", "unbind"):
    parts = x.split(2) if name == "split" else x.chunk(2) if name == "chunk" else x.unbind()
    try:
        parts[0].mul_(2)
    except RuntimeError as error:
        print(name, error)
with torch.no_grad():
    p, q = x.chunk(2)
    p.add_(1)
print(x)
y = torch.arange(5.0, requires_grad=True) * 1
p, q = y.unsafe_chunk(2)
p.mul_(2)
print(p, q, y, p._base, torch.unsafe_split(y.detach(), 2), y.unsafe_split_with_sizes([1, 4])[0])
print(q.grad_fn._saved_split_size, y.split(2)[0].grad_fn._saved_split_size)
(p.sum() * q.sum()).backward()
